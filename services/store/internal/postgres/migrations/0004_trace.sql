-- The trace that a commit belongs to goes on when its event is sent.
ALTER TABLE outbox ADD COLUMN traceparent text NOT NULL DEFAULT '';
