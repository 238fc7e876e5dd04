-- Figures of workspaces, written in the statement that appends what is counted. They can be rebuilt from the log.

CREATE TABLE world.counted_conversation (
  tenant_id text NOT NULL,
  conversation_id text NOT NULL,
  service_id text NOT NULL,
  agent_id text NOT NULL,
  channel text NOT NULL,
  direction text NOT NULL,
  credential_id text,
  started_at timestamptz(3) NOT NULL,
  ended_at timestamptz(3),
  is_completed boolean NOT NULL,
  escalations integer NOT NULL,
  tools_succeeded integer NOT NULL,
  tools_failed integer NOT NULL,
  PRIMARY KEY (tenant_id, conversation_id)
);
CREATE INDEX counted_conversation_started ON world.counted_conversation (tenant_id, started_at);

CREATE TABLE world.activity_of_day (
  tenant_id text NOT NULL,
  conversation_id text NOT NULL,
  day date NOT NULL,
  activity text NOT NULL,
  source text NOT NULL,
  credential_id text,
  count integer NOT NULL,
  measured integer NOT NULL,
  duration_ms bigint NOT NULL,
  PRIMARY KEY (tenant_id, conversation_id, day, activity)
);
CREATE INDEX activity_of_day_day ON world.activity_of_day (tenant_id, day);

CREATE TABLE world.known_definition (
  tenant_id text NOT NULL,
  definition_id text NOT NULL,
  kind text NOT NULL,
  name text NOT NULL,
  agent_id text,
  is_gone boolean NOT NULL,
  PRIMARY KEY (tenant_id, definition_id)
);
CREATE INDEX known_definition_kind ON world.known_definition (tenant_id, kind);
