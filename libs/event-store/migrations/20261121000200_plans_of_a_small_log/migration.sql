-- Connections keep the plans of their prepared statements. Once a nearly empty table has been analyzed, reading it whole
-- is the cheapest plan, and connections go on with that while the log grows, until it is analyzed again: with a fast
-- writer on a fresh database each append then reads all events (measured: half the rate after three seconds). A table
-- that was never analyzed is taken for one of ten pages at least, where the index wins. So statistics wait until the
-- log has a size at which they say the same. Storage is set for each partition: the whole has none.
--
-- What a plan for one stream costs is to look the same whichever stream it is: samples would know a few long ones, and
-- the plan that all values share would never be taken. Nor can they tell how many streams a large log has.
DO $$
DECLARE
  partition regclass;
BEGIN
  FOR partition IN SELECT inhrelid FROM pg_inherits WHERE inhparent = 'event'::regclass LOOP
    EXECUTE format('ALTER TABLE %s SET (
      autovacuum_analyze_threshold = 5000,
      autovacuum_vacuum_threshold = 5000,
      autovacuum_vacuum_insert_threshold = 5000
    )', partition);
    EXECUTE format('ALTER TABLE %s ALTER stream_id SET STATISTICS 1, ALTER stream_id SET (n_distinct = -0.1)',
      partition);
  END LOOP;
END
$$;
ALTER TABLE snapshot SET (
  autovacuum_analyze_threshold = 1000,
  autovacuum_vacuum_threshold = 1000,
  autovacuum_vacuum_insert_threshold = 1000
);
