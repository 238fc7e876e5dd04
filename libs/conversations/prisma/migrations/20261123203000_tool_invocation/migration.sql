-- Calls of tools in conversations of organizations, for the list of invocations. Earlier calls come with the next rebuild.
CREATE TABLE conversations.tool_invocation (
  tenant_id text COLLATE "C" NOT NULL,
  conversation_id text COLLATE "C" NOT NULL,
  -- "<interaction>/tool.<name>.<n>".
  call_id text COLLATE "C" NOT NULL,
  interaction_id text COLLATE "C" NOT NULL,
  user_id text COLLATE "C" NOT NULL,
  service_id text COLLATE "C" NOT NULL,
  -- Whose record it is part of.
  subject text COLLATE "C" NOT NULL,
  context_graph_id text COLLATE "C" NOT NULL,
  context_graph_version_number integer NOT NULL,
  tool_id text COLLATE "C" NOT NULL,
  -- "1.2.3".
  tool_version text COLLATE "C" NOT NULL,
  -- As events have it.
  purpose text NOT NULL,
  round integer NOT NULL,
  started_at timestamptz(3) NOT NULL,
  -- Sealed. NULL: the subject was erased.
  input_json text,
  state text,
  -- "running", or that of the outcome.
  status text NOT NULL,
  duration_ms integer,
  ended_at timestamptz(3),
  PRIMARY KEY (tenant_id, conversation_id, call_id)
);
CREATE INDEX tool_invocation_by_start ON conversations.tool_invocation (tenant_id, started_at, conversation_id, call_id);
CREATE INDEX tool_invocation_of_tool ON conversations.tool_invocation (tenant_id, tool_id, started_at);
CREATE INDEX tool_invocation_of_subject ON conversations.tool_invocation (subject);
