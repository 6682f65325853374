-- Reviews that were removed for good: imports leave them out.
CREATE TABLE forgotten (
  id       TEXT    PRIMARY KEY,
  revision INTEGER NOT NULL
) STRICT;

-- What was done to the data. The counts are a JSON object.
CREATE TABLE history (
  number          INTEGER PRIMARY KEY AUTOINCREMENT,
  at              INTEGER NOT NULL,
  action          TEXT    NOT NULL,
  actor           TEXT    NOT NULL,
  file            TEXT    NOT NULL,
  revision_before INTEGER NOT NULL,
  result          TEXT    NOT NULL
) STRICT;
