-- Destinations are a read model, written in the statement that appends the events, and can be rebuilt from the log. Their
-- secrets, and the deliveries, stand nowhere else.

CREATE TABLE destination (
  tenant_id text NOT NULL,
  destination_id text NOT NULL,
  url text NOT NULL,
  accepted_types text[] NOT NULL,
  -- The first try counted.
  retry_attempts integer NOT NULL,
  in_conversation_order boolean NOT NULL,
  -- Names the row of destination_secret that signs.
  secret_id text NOT NULL,
  secret_generated_at timestamptz(3) NOT NULL,
  -- Until then the secret before it signs too. NULL: it was never rotated.
  dual_signing_stops_at timestamptz(3),
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (tenant_id, destination_id),
  CONSTRAINT destination_id_key UNIQUE (destination_id)
);

-- How many destinations a tenant has. Two additions at once wait for each other at this row, so that the check sees both. A
-- trigger keeps it, so that it is right after any change of the table, a rebuild included.
CREATE TABLE destination_count (
  tenant_id text PRIMARY KEY,
  held integer NOT NULL,
  CONSTRAINT destination_limit CHECK (held <= 10)
);

CREATE FUNCTION count_destinations() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO webhooks.destination_count AS count (tenant_id, held)
  VALUES (
    CASE TG_OP WHEN 'INSERT' THEN NEW.tenant_id ELSE OLD.tenant_id END,
    CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END
  )
  ON CONFLICT (tenant_id) DO UPDATE SET held = count.held + excluded.held;
  RETURN NULL;
END
$$;
CREATE TRIGGER count_destinations AFTER INSERT OR DELETE ON destination
  FOR EACH ROW EXECUTE FUNCTION count_destinations();

-- The secret that signs, and the one before it.
CREATE TABLE destination_secret (
  secret_id text PRIMARY KEY,
  destination_id text NOT NULL,
  -- Wrapped by a master key.
  wrapped_secret bytea NOT NULL,
  wrapping_key_id text NOT NULL REFERENCES master_key (key_id),
  created_at timestamptz(3) NOT NULL
);
CREATE INDEX destination_secret_of_destination ON destination_secret (destination_id);
-- Samples for planners would keep copies.
ALTER TABLE destination_secret ALTER wrapped_secret SET STATISTICS 0;

-- What is still to be delivered: a queue, whose rows come with the inbox of a consumer and go to `delivery` when their
-- outcome is final.
CREATE TABLE pending_delivery (
  delivery_id text PRIMARY KEY,
  tenant_id text NOT NULL,
  destination_id text NOT NULL,
  event_type text NOT NULL,
  idempotency_key text NOT NULL,
  -- Sent and signed byte for byte.
  body text NOT NULL,
  -- The conversation whose deliveries to this destination wait for each other, in the order of their numbers; NULL: it
  -- waits for nothing.
  order_key text,
  sequence_number integer,
  -- False: of a repetition, whose key another delivery had before.
  is_original boolean NOT NULL,
  created_at timestamptz(3) NOT NULL,
  -- The next attempt; while one runs, the time when it counts as lost.
  due_at timestamptz(3) NOT NULL,
  -- Counts the claims: what an earlier one brings back is passed over.
  claim integer NOT NULL DEFAULT 0,
  -- Those that were made.
  attempts text NOT NULL DEFAULT '[]'
) WITH (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000);
CREATE INDEX pending_delivery_due ON pending_delivery (destination_id, due_at);
CREATE INDEX pending_delivery_in_order ON pending_delivery (destination_id, order_key, sequence_number)
  WHERE order_key IS NOT NULL;

-- The latest number that a conversation's deliveries to a destination have.
CREATE TABLE delivery_sequence (
  destination_id text NOT NULL,
  order_key text NOT NULL,
  latest integer NOT NULL,
  used_at timestamptz(3) NOT NULL,
  PRIMARY KEY (destination_id, order_key)
);
CREATE INDEX delivery_sequence_by_use ON delivery_sequence (used_at);

-- Deliveries with their outcome, a partition for each day (UTC) of `created_at`. A process makes those of the coming days and
-- drops those that are more than 30 days old.
CREATE TABLE delivery (
  delivery_id text NOT NULL,
  tenant_id text NOT NULL,
  destination_id text NOT NULL,
  event_type text NOT NULL,
  idempotency_key text NOT NULL,
  body text NOT NULL,
  order_key text,
  sequence_number integer,
  is_original boolean NOT NULL,
  status text NOT NULL,
  attempts text NOT NULL,
  dual_signed boolean NOT NULL,
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (delivery_id, created_at)
) PARTITION BY RANGE (created_at);
CREATE INDEX delivery_of_destination ON delivery (destination_id, created_at, delivery_id);

-- Rewinds under way: what was delivered from `since` on, up to `until`, is put among the pending ones a part at a time.
CREATE TABLE delivery_rewind (
  rewind_id text PRIMARY KEY,
  tenant_id text NOT NULL,
  destination_id text NOT NULL,
  until timestamptz(3) NOT NULL,
  -- How far it has come.
  reached_at timestamptz(3) NOT NULL,
  reached_id text NOT NULL
);
