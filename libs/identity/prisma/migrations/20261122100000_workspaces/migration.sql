-- Each belongs to one organization. Archived ones stay, so that nobody else gets their slug.
CREATE TABLE workspace (
  workspace_id text PRIMARY KEY,
  org_id text NOT NULL,
  -- A user of that organization.
  owner_user_id text NOT NULL,
  slug text NOT NULL,
  name text NOT NULL,
  environment text NOT NULL,
  region text NOT NULL,
  connector_type text,
  platform_authoring boolean NOT NULL,
  -- E.164.
  test_caller_numbers text[] NOT NULL,
  test_credential_ids text[] NOT NULL,
  provisioned_at timestamptz(3),
  archived_at timestamptz(3),
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  CONSTRAINT workspace_slug_key UNIQUE (slug)
);
CREATE INDEX workspace_by_owner ON workspace (org_id, owner_user_id, created_at, workspace_id);

ALTER TABLE held_count ADD CONSTRAINT workspace_limit CHECK (what <> 'workspace' OR held <= 1000);
CREATE TRIGGER count_held AFTER INSERT OR DELETE ON workspace FOR EACH ROW EXECUTE FUNCTION count_held();

CREATE TABLE workspace_api_key (
  workspace_id text NOT NULL,
  credential_id text NOT NULL,
  -- What clients name it by; stands in the key itself.
  key_id text NOT NULL,
  name text,
  role text NOT NULL,
  -- What it may do beyond its role.
  permissions text[] NOT NULL,
  -- NULL where a workspace key or the operator made it.
  creator_user_id text,
  -- NULL where the operator made it.
  creator_credential_id text,
  expires_at timestamptz(3) NOT NULL,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (workspace_id, credential_id),
  CONSTRAINT workspace_api_key_id_key UNIQUE (key_id)
);

CREATE TABLE workspace_api_key_secret (
  workspace_id text NOT NULL,
  credential_id text NOT NULL,
  -- SHA-256 of the whole key.
  secret_sha256 bytea NOT NULL,
  PRIMARY KEY (workspace_id, credential_id)
);

-- Keys that were deleted, for whoever reviews who had access.
CREATE TABLE revoked_workspace_api_key (
  workspace_id text NOT NULL,
  credential_id text NOT NULL,
  key_id text NOT NULL,
  name text,
  role text NOT NULL,
  permissions text[] NOT NULL,
  creator_user_id text,
  creator_credential_id text,
  expires_at timestamptz(3) NOT NULL,
  created_at timestamptz(3) NOT NULL,
  revoked_at timestamptz(3) NOT NULL,
  PRIMARY KEY (workspace_id, credential_id)
);
CREATE INDEX revoked_workspace_api_key_by_end ON revoked_workspace_api_key (workspace_id, revoked_at);

-- When each key was used last, to the minute: of workspaces and, by sign-ins and the tokens from them, of organizations.
-- No part of what is made anew from the log.
CREATE TABLE credential_usage (
  credential_id text PRIMARY KEY,
  last_used_at timestamptz(3) NOT NULL
) WITH (fillfactor = 80);
