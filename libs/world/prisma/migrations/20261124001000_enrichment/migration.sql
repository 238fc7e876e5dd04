-- Values of entities, written in the statement that appends the events.

-- The value that counts of each key of each entity.
CREATE TABLE current_enrichment (
  tenant_id text COLLATE "C" NOT NULL,
  -- <entity_id>.<key>
  enrichment_id text COLLATE "C" NOT NULL,
  entity_id text COLLATE "C" NOT NULL,
  key text COLLATE "C" NOT NULL,
  -- Whose record it is.
  subject text COLLATE "C" NOT NULL,
  event_id text COLLATE "C" NOT NULL,
  value_type text COLLATE "C" NOT NULL,
  plain_value json,
  -- Sealed. NULL: it is not, or the entity was erased.
  sealed_value text,
  confidence double precision NOT NULL,
  source text COLLATE "C" NOT NULL,
  source_system text COLLATE "C",
  effective_at timestamptz(3) NOT NULL,
  recorded_at timestamptz(3) NOT NULL,
  conversation_id text COLLATE "C",
  message_ids text[] NOT NULL,
  PRIMARY KEY (tenant_id, enrichment_id)
-- Room for changes beside the row: no index changes with them.
) WITH (fillfactor = 80);
CREATE INDEX current_enrichment_entity ON current_enrichment (tenant_id, entity_id, key);
CREATE INDEX current_enrichment_subject ON current_enrichment (subject) WHERE sealed_value IS NOT NULL;

-- Every value that was written.
CREATE TABLE enrichment_entry (
  tenant_id text COLLATE "C" NOT NULL,
  enrichment_id text COLLATE "C" NOT NULL,
  event_id text COLLATE "C" NOT NULL,
  entity_id text COLLATE "C" NOT NULL,
  key text COLLATE "C" NOT NULL,
  subject text COLLATE "C" NOT NULL,
  value_type text COLLATE "C" NOT NULL,
  plain_value json,
  confidence double precision NOT NULL,
  source text COLLATE "C" NOT NULL,
  source_system text COLLATE "C",
  effective_at timestamptz(3) NOT NULL,
  recorded_at timestamptz(3) NOT NULL,
  conversation_id text COLLATE "C",
  message_ids text[] NOT NULL,
  supersedes text COLLATE "C",
  reason text COLLATE "C" NOT NULL,
  -- Sealed. NULL: it is not, or the entity was erased.
  sealed_value text,
  PRIMARY KEY (tenant_id, enrichment_id, event_id)
);
CREATE INDEX enrichment_entry_history ON enrichment_entry (tenant_id, entity_id, key, recorded_at, event_id);
CREATE INDEX enrichment_entry_subject ON enrichment_entry (subject) WHERE sealed_value IS NOT NULL;
