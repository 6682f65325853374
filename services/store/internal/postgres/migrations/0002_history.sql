-- Reviews that were removed for good: imports leave them out.
CREATE TABLE forgotten (
  id       text   PRIMARY KEY,
  revision bigint NOT NULL
);

-- What was done to the data. The counts are a JSON object.
CREATE TABLE history (
  number          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at              bigint NOT NULL,
  action          text   NOT NULL,
  actor           text   NOT NULL,
  file            text   NOT NULL,
  revision_before bigint NOT NULL,
  result          text   NOT NULL
);
