-- Definitions of every kind in two tables, in place of tables per kind. They are filled from the log, where everything is:
-- run `read-models rebuild agents` after this release is installed.

DROP TABLE agents.agent, agents.agent_version, agents.context_graph, agents.context_graph_version, agents.service,
  agents.service_tag, agents.service_version_set;

CREATE TABLE agents.definition (
  tenant_id text COLLATE "C" NOT NULL,
  -- Unique in the tenant among all kinds.
  definition_id text COLLATE "C" NOT NULL,
  -- The category of its stream.
  kind text COLLATE "C" NOT NULL,
  -- NULL: the kind has no parent.
  parent_id text COLLATE "C",
  name text COLLATE "C" NOT NULL,
  -- NULL: others may have the name too, since this one is retired or inactive.
  held_name text COLLATE "C",
  -- Lower-case hex: where the body is in the blob store, should it not be here.
  body_address text NOT NULL,
  body_size_bytes integer NOT NULL,
  -- Canonical JSON. NULL: the body is in the blob store.
  body_json text,
  -- What lists filter and sort by, from the body.
  summary jsonb NOT NULL,
  -- 0: no version yet, or a kind without versions.
  latest_version integer NOT NULL,
  latest_version_id text,
  -- What lists show of the latest version.
  latest_summary jsonb NOT NULL,
  is_retired boolean NOT NULL,
  -- Messages svc.agents.v1.Author.
  creator jsonb NOT NULL,
  updated_by jsonb NOT NULL,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (tenant_id, definition_id)
);
-- The rule: a name belongs to one living definition of its kind and parent.
CREATE UNIQUE INDEX definition_name_key ON agents.definition (tenant_id, kind, coalesce(parent_id, ''), held_name);
-- The default orders of lists.
CREATE INDEX definition_creation ON agents.definition (tenant_id, kind, created_at, definition_id);
CREATE INDEX definition_children ON agents.definition (tenant_id, parent_id) WHERE parent_id IS NOT NULL;

CREATE TABLE agents.definition_version (
  tenant_id text COLLATE "C" NOT NULL,
  definition_id text COLLATE "C" NOT NULL,
  version integer NOT NULL,
  kind text COLLATE "C" NOT NULL,
  version_id text NOT NULL,
  -- Of tools "1.2.3".
  label text,
  body_address text NOT NULL,
  body_size_bytes integer NOT NULL,
  -- Canonical JSON. NULL: the body is in the blob store.
  body_json text,
  is_retired boolean NOT NULL,
  creator jsonb NOT NULL,
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (tenant_id, definition_id, version)
);

-- Secrets of definitions, outside the log: wrapped by the master key of this context.
CREATE TABLE agents.definition_secret (
  secret_id text COLLATE "C" PRIMARY KEY,
  tenant_id text COLLATE "C" NOT NULL,
  definition_id text COLLATE "C" NOT NULL,
  -- By which the definition's body or its calls name it.
  name text COLLATE "C" NOT NULL,
  wrapped_secret bytea NOT NULL,
  wrapping_key_id text NOT NULL REFERENCES agents.master_key (key_id),
  created_at timestamptz(3) NOT NULL,
  UNIQUE (tenant_id, definition_id, name)
);
-- Samples for planners would keep copies.
ALTER TABLE agents.definition_secret ALTER wrapped_secret SET STATISTICS 0;
