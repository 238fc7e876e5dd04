-- Read models of the {{context}} context, written in the statement that appends the events. They can be rebuilt from the log.

CREATE TABLE {{aggregateSnake}} (
  tenant_id text NOT NULL,
  {{aggregateSnake}}_id text NOT NULL,
  name text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (tenant_id, {{aggregateSnake}}_id),
  CONSTRAINT {{aggregateSnake}}_name_key UNIQUE (tenant_id, name)
);
