-- The server keeps samples of columns to plan queries with. None of ours asks
-- for these, and what was removed for good must not stay there.
ALTER TABLE reviews
  ALTER COLUMN author SET STATISTICS 0,
  ALTER COLUMN author_avatar_url SET STATISTICS 0,
  ALTER COLUMN text SET STATISTICS 0,
  ALTER COLUMN source_url SET STATISTICS 0,
  ALTER COLUMN reply_text SET STATISTICS 0,
  ALTER COLUMN technicians SET STATISTICS 0,
  ALTER COLUMN services SET STATISTICS 0,
  ALTER COLUMN given_technicians SET STATISTICS 0,
  ALTER COLUMN given_services SET STATISTICS 0;
