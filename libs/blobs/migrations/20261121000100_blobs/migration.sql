-- Large values of one context, by tenant and SHA-256. Rows never change.
CREATE TABLE blob (
  tenant_id   text        NOT NULL,
  sha256      bytea       NOT NULL CHECK (octet_length(sha256) = 32),
  content     bytea       NOT NULL,
  created_at  timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, sha256)
);
