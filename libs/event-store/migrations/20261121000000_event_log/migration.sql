-- The event log of one context. Run with search_path set to the context's schema; every later statement names the schema.

-- One row per database server the log has lived on: transaction ids have a meaning on one server only.
CREATE TABLE event_epoch (
  epoch integer PRIMARY KEY,
  system_identifier text NOT NULL,
  started_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
INSERT INTO event_epoch (epoch, system_identifier) SELECT 1, system_identifier::text FROM pg_control_system();

-- The epoch that new events belong to. Replaced when an epoch begins; as a constant it costs the append nothing.
CREATE FUNCTION current_epoch() RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE AS 'SELECT 1';

CREATE TABLE event (
  epoch integer NOT NULL DEFAULT current_epoch(),
  position bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  transaction_id xid8 NOT NULL DEFAULT pg_current_xact_id(),
  tenant_id text NOT NULL,
  -- "C": byte order, the same on every server and locale.
  stream_id text COLLATE "C" NOT NULL,
  -- Whose record the event is; NULL: nobody's. The same in the whole stream, and as the metadata says.
  subject text COLLATE "C",
  stream_version integer NOT NULL,
  event_type text NOT NULL,
  event_id uuid NOT NULL,
  schema_version integer NOT NULL,
  -- Public events leave the context.
  is_public boolean NOT NULL,
  -- Version of the latest public event before this one in the stream, 0 when there is none.
  previous_public_version integer NOT NULL,
  -- Hash of that event, 32 zero bytes when there is none.
  previous_public_hash bytea NOT NULL,
  -- Text, not jsonb: the hash is taken over these very bytes.
  payload text NOT NULL,
  metadata text NOT NULL,
  -- The writer's clock, part of the hash.
  created_at timestamptz NOT NULL,
  -- The server's clock, outside the hash.
  recorded_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  hash bytea NOT NULL,
  -- The only unique key, and no table refers to it: unique in each partition is unique in all, for a stream stands in one.
  CONSTRAINT event_stream_version_key PRIMARY KEY (stream_id, stream_version)
) PARTITION BY HASH (stream_id);
-- The order in which subscribers read: they merge the partitions along it.
CREATE INDEX event_order ON event (epoch, transaction_id, position);

-- How many there are is fixed here for good (docs/scale.md): another number would move every row.
DO $$
DECLARE
  partitions integer := coalesce(nullif(current_setting('svc.event_partitions', true), ''), '4');
BEGIN
  FOR nth IN 0 .. partitions - 1 LOOP
    EXECUTE format('CREATE TABLE event_%s PARTITION OF event FOR VALUES WITH (MODULUS %s, REMAINDER %s)',
      nth, partitions, nth);
    -- A broken key is told by the name that it has in the partition, which would not be one of ours.
    EXECUTE format('ALTER INDEX event_%s_pkey RENAME TO event_stream_version_key_%s', nth, nth);
    EXECUTE format('ALTER INDEX event_%s_epoch_transaction_id_position_idx RENAME TO event_order_%s', nth, nth);
  END LOOP;
END
$$;

-- Raises the reason why an append inserts nothing, so that the transaction around it ends as well. Declared as
-- returning a hash because the append calls it where the hash would stand.
CREATE FUNCTION refuse_append(reason text, refused_stream_id text) RETURNS bytea
  LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF reason = 'fenced' THEN
    RAISE EXCEPTION 'The guard of the append found no row.' USING ERRCODE = 'SVC02';
  END IF;
  IF reason = 'erased' THEN
    RAISE EXCEPTION 'The subject of the stream is erased.' USING ERRCODE = 'SVC03';
  END IF;
  RAISE EXCEPTION 'The stream is not at the version that the append builds on.' USING
    ERRCODE = 'SVC01',
    DETAIL = (SELECT coalesce(max(stream_version), 0)::text FROM event WHERE stream_id = refused_stream_id);
END
$$;

-- The latest state of long streams; a cache that may be deleted at any time.
CREATE TABLE snapshot (
  stream_id text COLLATE "C" PRIMARY KEY,
  tenant_id text NOT NULL,
  -- Whose record the stream is; NULL: nobody's.
  subject text COLLATE "C",
  -- The event that the state stands at, and its hash: a snapshot of anything else is not used.
  stream_version integer NOT NULL,
  event_hash bytea NOT NULL,
  -- Fingerprint of the state's shape; a snapshot of another shape is passed over.
  shape text NOT NULL,
  state text NOT NULL
);
CREATE INDEX snapshot_subject ON snapshot (subject) WHERE subject IS NOT NULL;

-- How far each subscription has come.
CREATE TABLE subscription_checkpoint (
  name text PRIMARY KEY,
  epoch integer NOT NULL,
  transaction_id xid8 NOT NULL,
  position bigint NOT NULL,
  -- Counts its leaders. Each writes as long as it is the latest; a rewind and an operator's word end its term as well.
  fence bigint NOT NULL DEFAULT 1,
  updated_at timestamptz NOT NULL DEFAULT clock_timestamp()
);

-- Streams with an event that a subscription can't handle. The log keeps what waits behind it.
CREATE TABLE parked_stream (
  subscription text NOT NULL,
  stream_id text COLLATE "C" NOT NULL,
  -- The first event that waits: this one or, where the subscription does not read it, the next that it reads.
  stream_version integer NOT NULL,
  event_type text NOT NULL,
  -- Names the failure, without what it says of the event's content: an erasure does not come here.
  reason text NOT NULL,
  -- The release did not know the event's type, or the version of its shape: a newer one may.
  is_unknown boolean NOT NULL,
  parked_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- To be tried again by the leader, as the operator asks.
  redrive boolean NOT NULL DEFAULT false,
  PRIMARY KEY (subscription, stream_id)
);

-- Subjects that were erased, by their ids alone: nothing personal of theirs is written any more.
CREATE TABLE erased_subject (
  subject text COLLATE "C" PRIMARY KEY,
  erased_at timestamptz NOT NULL,
  -- What it was begun for first: under this id whoever goes on with it says that it has ended.
  cause text COLLATE "C",
  -- NULL as long as something that was written before may be left.
  completed_at timestamptz
);
CREATE INDEX erased_subject_incomplete ON erased_subject (subject) WHERE completed_at IS NULL;

-- First half of the lock's key, so that it can not meet another lock of ours: "eras" in ASCII.
CREATE FUNCTION erasure_lock_class() RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE AS 'SELECT 1701994867';

-- Whether a subject is erased. Every statement that writes something personal of it asks, in READ COMMITTED, and writes
-- nothing when it is.
--
-- A look at the table would not do: a statement that took its snapshot before the erasure was committed can't see it,
-- and can write after it was. Nor can an erasure tell which statements to wait for: such a one may have no transaction id
-- yet, and its snapshot shows in pg_stat_activity only to those who may see that. So both take the same lock: writers share
-- it until their transactions end, and an erasure has it alone. It holds, whoever gets it first:
-- * the writer: the erasure is recorded once that transaction has ended, and what it wrote is cleared after that;
-- * the erasure: it is committed when the writer gets the lock, and the look at the table has a snapshot taken after
--   that, because a VOLATILE function takes one for each of its statements (PostgreSQL manual 36.7).
-- Who writes nothing personal takes no lock. Equal hashes of two subjects make one wait for the other, no more.
CREATE FUNCTION is_erased(whose text) RETURNS boolean
  LANGUAGE plpgsql VOLATILE SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(erasure_lock_class(), hashtext(current_schema || whose));
  RETURN EXISTS (SELECT FROM erased_subject WHERE subject = whose);
END
$$;

-- Waits for the transactions that write something personal of the subject; the later ones find it erased.
CREATE FUNCTION record_erasure(whose text, erased timestamptz, because_of text DEFAULT NULL) RETURNS void
  LANGUAGE plpgsql VOLATILE SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(erasure_lock_class(), hashtext(current_schema || whose));
  INSERT INTO erased_subject (subject, erased_at, cause) VALUES (whose, erased, because_of) ON CONFLICT DO NOTHING;
END
$$;
