-- The database of workspaces' own tables: which there are, and what of their changes the log of the world does not hold yet.
-- It lives with the tables, so that a restore brings back both or neither.

CREATE TABLE svc_tables.installation (
  only_one boolean PRIMARY KEY DEFAULT true CHECK (only_one),
  -- Roles are of a server, not of a database: this keeps those of two databases apart.
  salt text NOT NULL DEFAULT replace(gen_random_uuid()::text, '-', '')
);
INSERT INTO svc_tables.installation DEFAULT VALUES;

CREATE TABLE svc_tables.workspace_table (
  tenant_id text NOT NULL,
  table_id uuid NOT NULL,
  table_name text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (tenant_id, table_id),
  CONSTRAINT workspace_table_name_key UNIQUE (tenant_id, table_name)
);

-- Written in the transaction of the change itself; gone when the log holds it.
CREATE TABLE svc_tables.unrecorded_change (
  change_id uuid PRIMARY KEY,
  position bigint GENERATED ALWAYS AS IDENTITY,
  tenant_id text NOT NULL,
  table_id uuid NOT NULL,
  kind text NOT NULL,
  data json NOT NULL,
  metadata json NOT NULL
);
