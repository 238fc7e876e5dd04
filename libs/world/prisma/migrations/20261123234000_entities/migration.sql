-- People, places and things of workspaces. These rows are written in the statement that appends the events.

-- Where the service has a role of its own, whoever makes the role makes this.
CREATE EXTENSION IF NOT EXISTS pg_trgm WITH SCHEMA public;

CREATE TABLE entity (
  tenant_id text COLLATE "C" NOT NULL,
  entity_id text COLLATE "C" NOT NULL,
  -- Whose record it is.
  subject text COLLATE "C" NOT NULL,
  entity_type text COLLATE "C" NOT NULL,
  source text COLLATE "C" NOT NULL,
  source_system text COLLATE "C",
  -- Sealed. NULL: empty, or the subject was erased.
  profile text,
  facts json NOT NULL,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  -- Of its stream.
  event_count integer NOT NULL,
  PRIMARY KEY (tenant_id, entity_id)
);
CREATE INDEX entity_change ON entity (tenant_id, updated_at, entity_id);
CREATE INDEX entity_type ON entity (tenant_id, entity_type, updated_at, entity_id);
CREATE INDEX entity_subject ON entity (subject);

-- Names as they are, for searches (ADR 58). The planner's statistics leave them out.
CREATE TABLE entity_words (
  tenant_id text COLLATE "C" NOT NULL,
  entity_id text COLLATE "C" NOT NULL,
  subject text COLLATE "C" NOT NULL,
  words text NOT NULL,
  PRIMARY KEY (tenant_id, entity_id)
);
ALTER TABLE entity_words ALTER COLUMN words SET STATISTICS 0;
CREATE INDEX entity_words_text ON entity_words USING gin (to_tsvector('simple', words));
CREATE INDEX entity_words_trigrams ON entity_words USING gin (words public.gin_trgm_ops);
CREATE INDEX entity_words_subject ON entity_words (subject);

-- Ids, phone numbers and addresses as they are, by which entities are found (ADR 58).
CREATE TABLE entity_identifier (
  tenant_id text COLLATE "C" NOT NULL,
  entity_id text COLLATE "C" NOT NULL,
  kind text COLLATE "C" NOT NULL,
  value text COLLATE "C" NOT NULL,
  subject text COLLATE "C" NOT NULL,
  PRIMARY KEY (tenant_id, entity_id, kind, value)
);
ALTER TABLE entity_identifier ALTER COLUMN value SET STATISTICS 0;
CREATE INDEX entity_identifier_value ON entity_identifier (tenant_id, value, kind);
CREATE INDEX entity_identifier_subject ON entity_identifier (subject);
