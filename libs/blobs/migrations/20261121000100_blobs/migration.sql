-- Large values of one context. Rows never change; those of an owner are deleted together.
CREATE TABLE blob (
  -- The subject whose value it is, or the aggregate that it is a part of: unique over all tenants.
  owner       text COLLATE "C" NOT NULL,
  tenant_id   text COLLATE "C" NOT NULL,
  -- SHA-256 over tenant and bytes; of a subject's value HMAC-SHA256 under the subject's key.
  address     bytea       NOT NULL CHECK (octet_length(address) = 32),
  -- Of a subject's value: sealed.
  content     bytea       NOT NULL,
  created_at  timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (owner, tenant_id, address)
);
