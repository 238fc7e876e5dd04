-- Workspaces that were archived: a request that was under way then makes them nothing again.

CREATE TABLE svc_tables.ended_workspace (
  tenant_id text PRIMARY KEY
);
