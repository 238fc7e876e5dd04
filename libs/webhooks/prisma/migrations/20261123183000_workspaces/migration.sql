-- Which organization a workspace belongs to, from identity's events: its destinations are told of what happens in the
-- workspace. Consumers fill both tables; their inboxes know what they have taken.
CREATE TABLE workspace (
  -- `ws:<id>`.
  tenant_id text PRIMARY KEY,
  -- NULL: not known yet.
  org_id text,
  -- Nothing more of it is sent.
  is_archived boolean NOT NULL DEFAULT false
);

-- What came of a workspace before its organization was known, in the order in which it came.
CREATE TABLE waiting_event (
  position bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_id text NOT NULL,
  event jsonb NOT NULL,
  created_at timestamptz(3) NOT NULL
);
CREATE INDEX waiting_event_of_workspace ON waiting_event (tenant_id);

-- The workspace that a delivery tells of: once it is archived, it is sent no more. NULL: of the organization itself, or a
-- repetition.
ALTER TABLE pending_delivery ADD COLUMN workspace_tenant text;
CREATE INDEX pending_delivery_by_workspace ON pending_delivery (workspace_tenant) WHERE workspace_tenant IS NOT NULL;
