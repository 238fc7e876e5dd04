-- Conversations of workspaces whose agent has something to tell that nobody asks for: a decision, or the result of a tool.
CREATE TABLE conversations.wanted_turn (
  tenant_id text COLLATE "C" NOT NULL,
  conversation_id text COLLATE "C" NOT NULL,
  -- Later after turns that were void.
  not_before timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, conversation_id)
);
CREATE INDEX wanted_turn_not_before ON conversations.wanted_turn (not_before);
