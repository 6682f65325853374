-- Dates are numbers like 20260301, instants are seconds since 1970 UTC, lists
-- are JSON arrays.

CREATE TABLE meta (
  one        bigint PRIMARY KEY CHECK (one = 1),
  data_set   bytea  NOT NULL,
  revision   bigint NOT NULL,
  changed_at bigint,
  base_url   text   NOT NULL DEFAULT '',
  business   text
);

CREATE TABLE reviews (
  id                text   PRIMARY KEY,
  revision          bigint NOT NULL,
  updated_at        bigint NOT NULL,
  date              bigint NOT NULL,
  rating            bigint NOT NULL CHECK (rating BETWEEN 1 AND 5),
  author            text   NOT NULL,
  author_avatar_url text   NOT NULL,
  text              text   NOT NULL,
  source            text   NOT NULL,
  source_url        text   NOT NULL,
  reply_text        text,
  reply_date        bigint,
  technicians       text   NOT NULL,
  services          text   NOT NULL,
  given_technicians text   NOT NULL,
  given_services    text   NOT NULL
);

-- Replicas ask for what is newer than what they have.
CREATE INDEX reviews_revision ON reviews (revision);

CREATE TABLE tombstones (
  id         text   PRIMARY KEY,
  revision   bigint NOT NULL,
  deleted_at bigint NOT NULL
);

CREATE INDEX tombstones_revision ON tombstones (revision);

CREATE TABLE marks (
  date       bigint PRIMARY KEY,
  revision   bigint NOT NULL,
  changed_at bigint NOT NULL
);

CREATE TABLE outbox (
  revision bigint PRIMARY KEY,
  event    bytea  NOT NULL
);

-- Who relays the outbox, and for how long nobody else may.
CREATE TABLE relay (
  one     bigint      PRIMARY KEY CHECK (one = 1),
  owner   text        NOT NULL,
  expires timestamptz NOT NULL
);
