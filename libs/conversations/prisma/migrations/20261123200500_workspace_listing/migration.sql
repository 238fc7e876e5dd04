-- What only lists of workspaces show of a conversation.
CREATE TABLE conversations.workspace_listing (
  tenant_id text COLLATE "C" NOT NULL,
  conversation_id text COLLATE "C" NOT NULL,
  entity_id text COLLATE "C" NOT NULL,
  service_id text COLLATE "C" NOT NULL,
  created_at timestamptz(3) NOT NULL,
  -- "inbound", "outbound" or "simulated".
  direction text COLLATE "C" NOT NULL,
  -- "web", "sms", ...
  channel text COLLATE "C" NOT NULL,
  -- "active", "paused", "closed" or "completed".
  status text COLLATE "C" NOT NULL,
  -- Messages of the user.
  turn_count integer NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  -- The state of the graph that it is in, sealed. NULL: nothing was said yet, or the subject was erased.
  state text,
  -- Sealed. NULL: none, or the subject was erased.
  recipient text,
  PRIMARY KEY (tenant_id, conversation_id)
-- Each turn changes the row, and no indexed column of it: room for the new version on the same page.
) WITH (fillfactor = 70);
-- The order of lists, the newest first.
CREATE INDEX workspace_listing_creation
  ON conversations.workspace_listing (tenant_id, created_at, conversation_id);
-- Whether an entity returns, and what it has open.
CREATE INDEX workspace_listing_entity
  ON conversations.workspace_listing (tenant_id, entity_id, service_id);

-- Answers that nobody was there to hear, until they are collected. Not rebuilt from the log.
CREATE TABLE conversations.unheard_answer (
  tenant_id text COLLATE "C" NOT NULL,
  conversation_id text COLLATE "C" NOT NULL,
  interaction_id text COLLATE "C" NOT NULL,
  -- Of the exchange that it belongs to; NULL: the user had said nothing yet.
  turn_index integer,
  PRIMARY KEY (tenant_id, conversation_id, interaction_id)
);
