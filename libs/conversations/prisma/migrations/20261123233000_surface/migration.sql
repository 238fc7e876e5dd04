-- Forms that persons fill in.
CREATE TABLE conversations.surface (
  tenant_id text COLLATE "C" NOT NULL,
  surface_id text COLLATE "C" NOT NULL,
  -- Of the entity.
  subject text COLLATE "C" NOT NULL,
  creation_id text COLLATE "C" NOT NULL,
  entity_id text COLLATE "C" NOT NULL,
  channel text COLLATE "C" NOT NULL,
  use_case_id text COLLATE "C",
  fields_count integer NOT NULL,
  created_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  -- The conversation that has asked for it, if any.
  conversation_id text COLLATE "C",
  surface_request_id text COLLATE "C",
  status text COLLATE "C" NOT NULL,
  -- Not submitted, expired or archived.
  is_open boolean NOT NULL,
  -- It is over, and the conversation does not know it yet.
  is_unreported boolean NOT NULL,
  delivered_at timestamptz(3),
  opened_at timestamptz(3),
  submitted_at timestamptz(3),
  reviewed_by text,
  reviewed_at timestamptz(3),
  archived_at timestamptz(3),
  archive_reason text,
  -- Sealed. NULL: there is none, or the subject was erased.
  title text,
  description text,
  resource_type text,
  channel_address text,
  review_notes text,
  PRIMARY KEY (tenant_id, surface_id)
);
CREATE INDEX surface_by_creation ON conversations.surface (tenant_id, created_at DESC, surface_id);
CREATE INDEX surface_of_entity ON conversations.surface (tenant_id, entity_id, created_at DESC);
CREATE INDEX surface_of_subject ON conversations.surface (subject);
CREATE INDEX surface_of_request ON conversations.surface (tenant_id, conversation_id, surface_request_id);
CREATE INDEX surface_unreported ON conversations.surface (created_at) WHERE is_unreported;
CREATE INDEX surface_due ON conversations.surface (expires_at) WHERE is_open;

-- Which surface the link with a token opens.
CREATE TABLE conversations.surface_link (
  tenant_id text COLLATE "C" NOT NULL,
  surface_id text COLLATE "C" NOT NULL,
  -- SHA-256, in hex.
  token_hash text COLLATE "C" NOT NULL,
  PRIMARY KEY (tenant_id, surface_id, token_hash)
);
CREATE UNIQUE INDEX surface_link_of_token ON conversations.surface_link (token_hash);

-- What conversations have asked for. A surface is made of each, once.
CREATE TABLE conversations.surface_request (
  tenant_id text COLLATE "C" NOT NULL,
  conversation_id text COLLATE "C" NOT NULL,
  surface_request_id text COLLATE "C" NOT NULL,
  requested_at timestamptz(3) NOT NULL,
  PRIMARY KEY (tenant_id, conversation_id, surface_request_id)
);
CREATE INDEX surface_request_by_time ON conversations.surface_request (requested_at);
