-- Read models of the conversations context, written in the statement of each append: they can be made again from the
-- log. And the two tables of rows that hold rules across events: open conversations and leases.

CREATE TABLE conversations.conversation (
  tenant_id text COLLATE "C" NOT NULL,
  conversation_id text COLLATE "C" NOT NULL,
  user_id text COLLATE "C" NOT NULL,
  service_id text COLLATE "C" NOT NULL,
  created_at timestamptz(3) NOT NULL,
  -- Whose record the conversation is.
  subject text COLLATE "C" NOT NULL,
  is_finished boolean NOT NULL,
  -- The agent's latest message, sealed. NULL: there is none yet, or the subject was erased.
  final_message text,
  -- Without inner thoughts.
  num_messages integer NOT NULL,
  last_message_at timestamptz(3),
  version_set_name text NOT NULL,
  agent_id text NOT NULL,
  agent_version_number integer NOT NULL,
  context_graph_id text NOT NULL,
  context_graph_version_number integer NOT NULL,
  -- JSON array of messages svc.conversations.v1.PinnedModelPreference.
  llm_model_preferences text NOT NULL,
  PRIMARY KEY (tenant_id, conversation_id)
-- Each turn changes the row, and no indexed column of it: room for the new version on the same page.
) WITH (fillfactor = 70);
-- The default order of lists.
CREATE INDEX conversation_creation ON conversations.conversation (tenant_id, created_at, conversation_id);
-- Lists of users who see only their own, statistics of users, and whether a user returns.
CREATE INDEX conversation_user_creation
  ON conversations.conversation (tenant_id, user_id, created_at, conversation_id);
-- What is to be cleared when the subject is erased.
CREATE INDEX conversation_subject ON conversations.conversation (subject);

CREATE TABLE conversations.conversation_tag (
  tenant_id text COLLATE "C" NOT NULL,
  conversation_id text COLLATE "C" NOT NULL,
  key text COLLATE "C" NOT NULL,
  -- NULL: a tag without a value.
  value text COLLATE "C",
  PRIMARY KEY (tenant_id, conversation_id, key)
);

-- What others have made of a conversation since it has finished, as they say it: not rebuilt from the log.
CREATE TABLE conversations.completed_post_processing (
  tenant_id text COLLATE "C" NOT NULL,
  conversation_id text COLLATE "C" NOT NULL,
  -- In the words of the wire.
  stage text COLLATE "C" NOT NULL,
  PRIMARY KEY (tenant_id, conversation_id, stage)
);

-- Messages of completed interactions only.
CREATE TABLE conversations.message (
  tenant_id text COLLATE "C" NOT NULL,
  conversation_id text COLLATE "C" NOT NULL,
  -- Place in the conversation, from 1.
  ordinal integer NOT NULL,
  message_id text COLLATE "C" NOT NULL,
  interaction_id text COLLATE "C" NOT NULL,
  -- In the words of the wire.
  type text COLLATE "C" NOT NULL,
  -- Sealed. NULL: empty, or the subject was erased.
  sender text,
  text text,
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (tenant_id, conversation_id, ordinal)
);

-- The rule: a user has one open conversation in a service.
CREATE TABLE conversations.open_conversation (
  tenant_id text COLLATE "C" NOT NULL,
  user_id text COLLATE "C" NOT NULL,
  service_id text COLLATE "C" NOT NULL,
  conversation_id text COLLATE "C" NOT NULL,
  CONSTRAINT open_conversation_key PRIMARY KEY (tenant_id, user_id, service_id)
);
-- What a rebuild finds of a conversation; the key serves the rule alone.
CREATE INDEX open_conversation_of ON conversations.open_conversation (tenant_id, conversation_id);

-- Who runs the turn of a conversation. Not rebuilt from the log: it holds for as long as a process runs.
CREATE TABLE conversations.lease (
  tenant_id text COLLATE "C" NOT NULL,
  conversation_id text COLLATE "C" NOT NULL,
  interaction_id text COLLATE "C" NOT NULL,
  -- The instance that runs the turn; the same after its restart.
  owner text COLLATE "C" NOT NULL,
  -- Rises with each turn and each take-over of this conversation.
  fence bigint NOT NULL,
  -- By the clock of the database.
  expires_at timestamptz NOT NULL,
  -- The owner knows that nobody hears the turn any more, and is about to end it.
  caller_has_gone boolean NOT NULL DEFAULT false,
  PRIMARY KEY (tenant_id, conversation_id)
-- Few rows that change all the time.
) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.0, autovacuum_vacuum_threshold = 500);
