-- Calls of tools that run, or whose outcome is unknown. A call says nothing of a person but that its tool was called.
CREATE TABLE conversations.open_tool_call (
  tenant_id text COLLATE "C" NOT NULL,
  conversation_id text COLLATE "C" NOT NULL,
  -- "<interaction>/tool.<name>.<n>".
  call_id text COLLATE "C" NOT NULL,
  tool_id text NOT NULL,
  name text NOT NULL,
  started_at timestamptz NOT NULL,
  -- "running" or "unknown".
  state text NOT NULL,
  PRIMARY KEY (tenant_id, conversation_id, call_id)
);
