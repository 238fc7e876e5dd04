-- Read models of the memory context, written in the statement of each append: they can be made again from the log.

-- L1.
CREATE TABLE memory.memory (
  tenant_id text COLLATE "C" NOT NULL,
  conversation_id text COLLATE "C" NOT NULL,
  -- Place among the memories of the conversation: from 1, and higher with each extraction.
  ordinal integer NOT NULL,
  memory_id text COLLATE "C" NOT NULL,
  user_id text COLLATE "C" NOT NULL,
  -- Grants may ask whom it was said to.
  service_id text COLLATE "C" NOT NULL,
  -- Whose record it is.
  subject text COLLATE "C" NOT NULL,
  created_at timestamptz(3) NOT NULL,
  -- When the person said it.
  said_at timestamptz(3) NOT NULL,
  -- From 0 to 1.
  confidence double precision NOT NULL,
  -- Messages that it rests on, each once.
  message_ids text[] NOT NULL,
  -- Sealed. NULL: empty, or the subject was erased.
  content text,
  context text,
  fact text,
  PRIMARY KEY (tenant_id, conversation_id, ordinal)
);
-- The default order of a user's memories.
CREATE INDEX memory_user_creation ON memory.memory (tenant_id, user_id, created_at, conversation_id, ordinal);
-- What an operator takes back.
CREATE INDEX memory_id ON memory.memory (tenant_id, memory_id);
CREATE INDEX memory_messages ON memory.memory USING gin (message_ids);
-- What is to be cleared when the subject is erased.
CREATE INDEX memory_subject ON memory.memory (subject);

-- Which extractor has made the memories of a conversation, also where it found none.
CREATE TABLE memory.extraction (
  tenant_id text COLLATE "C" NOT NULL,
  conversation_id text COLLATE "C" NOT NULL,
  extractor_name text COLLATE "C" NOT NULL,
  extractor_version integer NOT NULL,
  PRIMARY KEY (tenant_id, conversation_id)
);

-- Stages that are due, and those that have failed for good.
CREATE TABLE memory.post_processing (
  tenant_id text COLLATE "C" NOT NULL,
  conversation_id text COLLATE "C" NOT NULL,
  -- In the words of the wire.
  stage text COLLATE "C" NOT NULL,
  -- NULL: the stage has failed, and waits for the operator. Moved ahead by the worker that takes it.
  due_at timestamptz(3),
  -- Of the stage, since it was begun or resumed.
  failures integer NOT NULL,
  -- Code or name of the last one.
  failure text COLLATE "C",
  failed_at timestamptz(3),
  PRIMARY KEY (tenant_id, conversation_id)
-- Each row changes a few times and goes.
) WITH (autovacuum_vacuum_scale_factor = 0.0, autovacuum_vacuum_threshold = 500);
CREATE INDEX post_processing_due ON memory.post_processing (due_at);
