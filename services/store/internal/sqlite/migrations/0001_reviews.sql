-- Dates are numbers like 20260301, instants are seconds since 1970 UTC, lists
-- are JSON arrays.

CREATE TABLE meta (
  only       INTEGER PRIMARY KEY CHECK (only = 1),
  data_set   BLOB    NOT NULL,
  revision   INTEGER NOT NULL,
  changed_at INTEGER,
  base_url   TEXT    NOT NULL DEFAULT '',
  business   TEXT
) STRICT;

CREATE TABLE reviews (
  id                TEXT    PRIMARY KEY,
  revision          INTEGER NOT NULL,
  updated_at        INTEGER NOT NULL,
  date              INTEGER NOT NULL,
  rating            INTEGER NOT NULL CHECK (rating BETWEEN 1 AND 5),
  author            TEXT    NOT NULL,
  author_avatar_url TEXT    NOT NULL,
  text              TEXT    NOT NULL,
  source            TEXT    NOT NULL,
  source_url        TEXT    NOT NULL,
  reply_text        TEXT,
  reply_date        INTEGER,
  technicians       TEXT    NOT NULL,
  services          TEXT    NOT NULL,
  given_technicians TEXT    NOT NULL,
  given_services    TEXT    NOT NULL
) STRICT;

CREATE TABLE tombstones (
  id         TEXT    PRIMARY KEY,
  revision   INTEGER NOT NULL,
  deleted_at INTEGER NOT NULL
) STRICT;

CREATE TABLE marks (
  date       INTEGER PRIMARY KEY,
  revision   INTEGER NOT NULL,
  changed_at INTEGER NOT NULL
) STRICT;

CREATE TABLE outbox (
  revision INTEGER PRIMARY KEY,
  event    BLOB NOT NULL
) STRICT;
