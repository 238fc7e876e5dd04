-- The audit trail, written in the statement that appends what is audited; and the credentials whose conversations count nowhere.

CREATE TABLE world.audit_entry (
  tenant_id text NOT NULL,
  owner_id text NOT NULL,
  audit_id text NOT NULL,
  category text NOT NULL,
  action text NOT NULL,
  resource_type text NOT NULL,
  resource_id text NOT NULL,
  actor text NOT NULL,
  request_id text NOT NULL,
  happened_at timestamptz(3) NOT NULL,
  PRIMARY KEY (tenant_id, owner_id, audit_id)
);
CREATE INDEX audit_entry_happened ON world.audit_entry (tenant_id, happened_at, audit_id);
CREATE INDEX audit_entry_resource ON world.audit_entry (tenant_id, resource_id, happened_at);

CREATE TABLE world.test_credential (
  tenant_id text NOT NULL,
  workspace_id text NOT NULL,
  credential_id text NOT NULL,
  PRIMARY KEY (tenant_id, workspace_id, credential_id)
);
