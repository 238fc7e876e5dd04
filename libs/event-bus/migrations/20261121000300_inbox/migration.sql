-- What the consumers of this context have taken of other contexts' public events. Run with search_path set to the
-- context's schema; every later statement names the schema.

-- How far each consumer has come in each stream; written in the transaction of the effect.
CREATE TABLE inbox (
  consumer text NOT NULL,
  -- The context that owns the stream.
  source text NOT NULL,
  stream_id text COLLATE "C" NOT NULL,
  -- Of the latest public event that was applied, or passed by because the consumer does not handle its type.
  stream_version integer NOT NULL,
  hash bytea NOT NULL,
  PRIMARY KEY (consumer, source, stream_id)
) WITH (fillfactor = 80); -- neither version nor hash is indexed: a new version of a row fits beside the old one

-- Streams that a consumer does not go on with for now. Their owner keeps what waits.
CREATE TABLE inbox_parked_stream (
  consumer text NOT NULL,
  source text NOT NULL,
  stream_id text COLLATE "C" NOT NULL,
  -- The event that it stands before.
  stream_version integer NOT NULL,
  event_type text NOT NULL,
  -- failed: its handler fails. unknown: this release does not know its type or shape. diverged: it does not follow what
  -- was applied. gap: events before it have not come, and are read from the owner without anybody's word.
  kind text NOT NULL CHECK (kind IN ('failed', 'unknown', 'diverged', 'gap')),
  -- Names the failure, without what it says of the event's content: an erasure does not come here.
  reason text NOT NULL,
  -- Of the latest event that has come; the stream waits no more once that is applied.
  latest_version integer NOT NULL,
  parked_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- What is to be done with it; NULL: it waits for the operator.
  request text CHECK (request IN ('redrive', 'skip', 'resync')),
  -- Until then some process sees to the request.
  taken_until timestamptz,
  PRIMARY KEY (consumer, source, stream_id)
);
CREATE INDEX inbox_parked_stream_request ON inbox_parked_stream (consumer) WHERE request IS NOT NULL;
