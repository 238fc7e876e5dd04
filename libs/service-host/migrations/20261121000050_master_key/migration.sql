-- The master keys that secrets of this schema are wrapped by, named by what tells nothing of them: one, or two while
-- secrets are being wrapped anew. Tables of wrapped secrets refer to it, so that a key goes when nothing is under it, and
-- nothing comes under one that has gone.
CREATE TABLE master_key (
  key_id text PRIMARY KEY,
  known_since timestamptz(3) NOT NULL DEFAULT now()
);
