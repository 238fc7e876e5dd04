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
