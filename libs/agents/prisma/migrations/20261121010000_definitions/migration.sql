-- Read models of the agents context, written in the statement of each append. Every row can be made again from the log.

CREATE TABLE agents.agent (
  tenant_id text COLLATE "C" NOT NULL,
  agent_id text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL,
  -- 0: no version yet.
  latest_version integer NOT NULL,
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (tenant_id, agent_id),
  CONSTRAINT agent_name_key UNIQUE (tenant_id, name)
);

CREATE TABLE agents.agent_version (
  tenant_id text COLLATE "C" NOT NULL,
  agent_id text COLLATE "C" NOT NULL,
  version integer NOT NULL,
  version_id text NOT NULL,
  -- Lower-case hex: where the body is in the blob store, should it not be here.
  body_address text NOT NULL,
  body_size_bytes integer NOT NULL,
  -- JSON of the message svc.agents.v1.AgentDefinition. NULL: the body is in the blob store.
  body_json text,
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (tenant_id, agent_id, version)
);

CREATE TABLE agents.context_graph (
  tenant_id text COLLATE "C" NOT NULL,
  context_graph_id text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL,
  -- 0: no version yet.
  latest_version integer NOT NULL,
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (tenant_id, context_graph_id),
  CONSTRAINT context_graph_name_key UNIQUE (tenant_id, name)
);

CREATE TABLE agents.context_graph_version (
  tenant_id text COLLATE "C" NOT NULL,
  context_graph_id text COLLATE "C" NOT NULL,
  version integer NOT NULL,
  version_id text NOT NULL,
  -- Lower-case hex: where the body is in the blob store, should it not be here.
  body_address text NOT NULL,
  body_size_bytes integer NOT NULL,
  -- NULL: the body is in the blob store.
  body_json text,
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (tenant_id, context_graph_id, version)
);

CREATE TABLE agents.service (
  tenant_id text COLLATE "C" NOT NULL,
  service_id text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL,
  description text NOT NULL,
  is_active boolean NOT NULL,
  agent_id text COLLATE "C" NOT NULL,
  context_graph_id text COLLATE "C" NOT NULL,
  keyterms text[] NOT NULL,
  -- Messages svc.agents.v1.Author.
  creator jsonb NOT NULL,
  updated_by jsonb NOT NULL,
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (tenant_id, service_id)
);
-- The rule: a name belongs to one active service of the tenant. It also serves the look-up by name.
CREATE UNIQUE INDEX service_active_name_key ON agents.service (tenant_id, name) WHERE is_active;
-- The default order of lists.
CREATE INDEX service_creation ON agents.service (tenant_id, created_at, service_id);

CREATE TABLE agents.service_tag (
  tenant_id text COLLATE "C" NOT NULL,
  service_id text COLLATE "C" NOT NULL,
  key text COLLATE "C" NOT NULL,
  -- NULL: a tag without a value.
  value text COLLATE "C",
  PRIMARY KEY (tenant_id, service_id, key)
);

CREATE TABLE agents.service_version_set (
  tenant_id text COLLATE "C" NOT NULL,
  service_id text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL,
  -- Message svc.agents.v1.VersionSet.
  version_set jsonb NOT NULL,
  -- The numbers in it again, for joins. NULL: the latest version.
  agent_version_number integer,
  context_graph_version_number integer,
  PRIMARY KEY (tenant_id, service_id, name)
);
