-- What a context needs to publish its own events. Run with search_path set to the context's schema.

-- The public keys (Ed25519) of its signatures, former ones included: consumers get them from here, and check each event
-- by them. The private key is derived from the context's master key.
CREATE TABLE event_key (
  public_key bytea PRIMARY KEY CHECK (octet_length(public_key) = 32),
  known_since timestamptz(3) NOT NULL DEFAULT now()
);

-- The Kafka cluster that has what the relay's checkpoint says. One row at most.
CREATE TABLE relay_cluster (
  one_row boolean PRIMARY KEY CHECK (one_row),
  cluster_id text NOT NULL
);
