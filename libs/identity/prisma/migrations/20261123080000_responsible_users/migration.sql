-- The person behind the creator: who had signed the creator in with a key of their own. NULL: the creator.
ALTER TABLE api_key ADD COLUMN responsible_user_id text;
-- Whether it is the organization's rather than its creator's: who it signs in is responsible for what they make.
ALTER TABLE api_key ADD COLUMN issued_by_installer boolean NOT NULL DEFAULT false;
ALTER TABLE api_key ALTER COLUMN issued_by_installer DROP DEFAULT;
ALTER TABLE temporary_permission_grant ADD COLUMN responsible_user_id text;

-- The people without whom the key ends. None: the installer issued it, or a key of the installer's.
ALTER TABLE workspace_api_key ADD COLUMN responsible_user_ids text[];
UPDATE workspace_api_key SET responsible_user_ids = array_remove(ARRAY[creator_user_id], NULL);
ALTER TABLE workspace_api_key ALTER COLUMN responsible_user_ids SET NOT NULL;
