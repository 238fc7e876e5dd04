-- Read models of the world context, written in the statement that appends the events. They can be rebuilt from the log.

CREATE TABLE enrichment_key (
  tenant_id text NOT NULL,
  enrichment_key_id text NOT NULL,
  entity_type text NOT NULL,
  key text NOT NULL,
  value_type text NOT NULL,
  allowed_values json,
  source_hint text,
  description text,
  min_confidence double precision NOT NULL,
  is_pii boolean NOT NULL,
  tags text[] NOT NULL,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (tenant_id, enrichment_key_id),
  CONSTRAINT enrichment_key_name_key UNIQUE (tenant_id, entity_type, key)
);
