-- Read models of the identity context, written in the statement that appends the events, the token signing keys and
-- the data keys. Everything but the keys and what became of erasures can be dropped and rebuilt from the log.

CREATE TABLE organization (
  org_id text PRIMARY KEY,
  org_name text NOT NULL,
  user_dimensions jsonb NOT NULL,
  -- NULL: the system's defaults.
  default_user_preferences jsonb,
  seeded_by_operator boolean NOT NULL,
  created_at timestamptz(3) NOT NULL
);

-- Grants never change: a role with others is a new one under the old name. One that has expired has no row.
CREATE TABLE role (
  org_id text NOT NULL,
  role_id text NOT NULL,
  role_name text NOT NULL,
  -- Equal for names that can be taken for each other: what must differ within an organization.
  name_skeleton text NOT NULL,
  description text NOT NULL,
  frontend_view text NOT NULL,
  permission_grants jsonb NOT NULL,
  default_rank integer NOT NULL,
  created_at timestamptz(3) NOT NULL,
  -- When its hand-over to the one that has its name by now ends. NULL: it is in force.
  expires_at timestamptz(3),
  PRIMARY KEY (org_id, role_id)
);
CREATE UNIQUE INDEX role_name_key ON role (org_id, name_skeleton) WHERE expires_at IS NULL;
-- What is asked once a minute.
CREATE INDEX role_in_hand_over ON role (expires_at) WHERE expires_at IS NOT NULL;

-- What is personal is sealed under the user's own key; NULL where there is nothing of it.
CREATE TABLE user_account (
  org_id text NOT NULL,
  user_id text NOT NULL,
  first_name text NOT NULL,
  last_name text NOT NULL,
  email text NOT NULL,
  -- The address in lower case: what must differ within an organization.
  email_key text NOT NULL,
  role_id text NOT NULL,
  enable_response_recommendation boolean NOT NULL,
  -- What grant conditions ask about.
  conversations_visible_to_admins boolean NOT NULL,
  user_model_visible_to_admins boolean NOT NULL,
  -- Sealed.
  preferred_language text,
  timezone text,
  audio_keyterms text,
  nonsensitive_variables text,
  sensitive_variable_names text,
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (org_id, user_id),
  CONSTRAINT user_account_email_key UNIQUE (org_id, email_key)
);
-- These stand plainly, because lists are sorted and searched by them. The planner's statistics would hold some of them for
-- longer than the row.
ALTER TABLE user_account
  ALTER COLUMN first_name SET STATISTICS 0, ALTER COLUMN last_name SET STATISTICS 0,
  ALTER COLUMN email SET STATISTICS 0, ALTER COLUMN email_key SET STATISTICS 0;
CREATE INDEX user_account_by_role ON user_account (org_id, role_id);
CREATE INDEX user_account_by_creation ON user_account (org_id, created_at, user_id);

-- Apart from the account, so that lists never touch the values.
CREATE TABLE user_sensitive_variables (
  org_id text NOT NULL,
  user_id text NOT NULL,
  -- Names and values, sealed.
  variables text,
  PRIMARY KEY (org_id, user_id)
);

-- Apart as well: entries are only ever added, and neither lists nor updates of the account touch those there are.
CREATE TABLE user_additional_context (
  org_id text NOT NULL,
  user_id text NOT NULL,
  -- Counts the entries of the user from 1.
  number integer NOT NULL,
  -- Of the entry: Unicode code points.
  characters integer NOT NULL,
  -- Sealed.
  entry text,
  PRIMARY KEY (org_id, user_id, number)
);

-- Users of other organizations who may act in this one. One whose membership is over has no row, and neither has a user
-- who is gone at home.
CREATE TABLE membership (
  -- The organization that is entered.
  org_id text NOT NULL,
  user_id text NOT NULL,
  -- Whose user the member is.
  home_org_id text NOT NULL,
  -- Of the organization that is entered.
  role_id text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (org_id, user_id)
);
-- What ends with the user.
CREATE INDEX membership_of_user ON membership (home_org_id, user_id);

CREATE TABLE api_key (
  org_id text NOT NULL,
  api_key_id text NOT NULL,
  record_id text NOT NULL,
  name text,
  -- The ceiling for users that this key may sign in.
  role_id text NOT NULL,
  creator_user_id text NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  created_at timestamptz(3) NOT NULL,
  -- When its owners are told next that it expires; NULL: never again.
  next_warning_at timestamptz(3),
  PRIMARY KEY (org_id, api_key_id)
);
-- What is asked once a minute.
CREATE INDEX api_key_by_next_warning ON api_key (next_warning_at) WHERE next_warning_at IS NOT NULL;

-- Permissions that users and members hold beside their role for a while. Rows stay when they have ended.
CREATE TABLE temporary_permission_grant (
  org_id text NOT NULL,
  grant_id text NOT NULL,
  -- Who holds it, and whose user they are.
  user_id text NOT NULL,
  home_org_id text NOT NULL,
  permission_name text NOT NULL,
  permission_grant jsonb NOT NULL,
  tags jsonb NOT NULL,
  -- Sealed under the key of whoever holds it.
  justification text,
  creator_org_id text NOT NULL,
  creator_user_id text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  PRIMARY KEY (org_id, grant_id)
);
-- What each look-up of an access asks; and all of a person, who may hold some in several organizations.
CREATE INDEX temporary_permission_grant_of_user
  ON temporary_permission_grant (home_org_id, user_id, org_id, expires_at);
CREATE INDEX temporary_permission_grant_by_creation
  ON temporary_permission_grant (org_id, created_at, grant_id);

CREATE TABLE api_key_secret (
  org_id text NOT NULL,
  api_key_id text NOT NULL,
  -- SHA-256 of the whole secret text.
  secret_sha256 bytea NOT NULL,
  PRIMARY KEY (org_id, api_key_id)
);

-- How much of what is limited an organization holds. Two additions at once wait for each other at this row, so that the
-- check sees both. Triggers keep it, so that it is right after any change of the counted tables, a rebuild included.
CREATE TABLE held_count (
  org_id text NOT NULL,
  -- The table that is counted.
  what text NOT NULL,
  held integer NOT NULL,
  PRIMARY KEY (org_id, what),
  CONSTRAINT api_key_limit CHECK (what <> 'api_key' OR held <= 20),
  CONSTRAINT role_limit CHECK (what <> 'role' OR held <= 200)
);

CREATE FUNCTION count_held() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO identity.held_count AS count (org_id, what, held)
  VALUES (
    CASE TG_OP WHEN 'INSERT' THEN NEW.org_id ELSE OLD.org_id END,
    TG_TABLE_NAME,
    CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END
  )
  ON CONFLICT (org_id, what) DO UPDATE SET held = count.held + excluded.held;
  RETURN NULL;
END
$$;
-- Those in force: what changes of a row is that it is no longer.
CREATE TRIGGER count_held AFTER INSERT ON role FOR EACH ROW
  WHEN (NEW.expires_at IS NULL) EXECUTE FUNCTION count_held();
CREATE TRIGGER count_held_no_more AFTER UPDATE ON role FOR EACH ROW
  WHEN (OLD.expires_at IS NULL AND NEW.expires_at IS NOT NULL) EXECUTE FUNCTION count_held();
CREATE TRIGGER count_held_less AFTER DELETE ON role FOR EACH ROW
  WHEN (OLD.expires_at IS NULL) EXECUTE FUNCTION count_held();
CREATE TRIGGER count_held AFTER INSERT OR DELETE ON api_key FOR EACH ROW EXECUTE FUNCTION count_held();

-- How much users have talked, as the public events of conversations tell it (consumer `user-statistics`). No part of what is
-- made anew from this context's log: `npm run admin -- bus resync` has a conversation counted again.
CREATE TABLE user_statistics (
  org_id text NOT NULL,
  user_id text NOT NULL,
  num_conversations integer NOT NULL,
  -- Without inner thoughts.
  num_messages integer NOT NULL,
  -- NULL: there is none yet.
  last_message_at timestamptz(3),
  PRIMARY KEY (org_id, user_id)
-- Each turn changes a row, and no indexed column of it.
) WITH (fillfactor = 80);

-- What each conversation has added to them, to be taken back.
CREATE TABLE counted_conversation (
  stream_id text COLLATE "C" PRIMARY KEY,
  org_id text NOT NULL,
  user_id text NOT NULL,
  num_messages integer NOT NULL,
  last_message_at timestamptz(3)
) WITH (fillfactor = 80);
CREATE INDEX counted_conversation_of_user ON counted_conversation (org_id, user_id);

CREATE TABLE signing_key (
  kid text PRIMARY KEY,
  -- PKCS #8 in DER, wrapped by a master key.
  wrapped_private_key bytea NOT NULL,
  -- The master key that wraps it.
  wrapping_key_id text NOT NULL REFERENCES master_key (key_id),
  created_at timestamptz(3) NOT NULL,
  -- Published at once, used from then on.
  signs_from timestamptz(3) NOT NULL
);

-- The key of each subject, under which everything personal of it is sealed, in all contexts. A destroyed key opens nothing
-- any more and is never made again: its row stays.
CREATE TABLE data_key (
  subject text PRIMARY KEY,
  -- Stands in everything sealed under the key.
  key_id uuid NOT NULL,
  -- 32 bytes, wrapped by a master key. NULL: destroyed.
  wrapped_key bytea,
  -- The master key that wraps it.
  wrapping_key_id text REFERENCES master_key (key_id),
  created_at timestamptz(3) NOT NULL,
  destroyed_at timestamptz(3),
  CONSTRAINT data_key_is_whole_or_destroyed CHECK (
    (wrapped_key IS NULL) = (destroyed_at IS NOT NULL) AND (wrapping_key_id IS NULL) = (destroyed_at IS NOT NULL)
  )
);
-- What a start compares with the list of erasures outside the database.
CREATE INDEX data_key_destroyed ON data_key (subject) WHERE wrapped_key IS NULL;
-- Samples for planners would keep copies of keys.
ALTER TABLE data_key ALTER wrapped_key SET STATISTICS 0;

-- Where erased subjects are erased by now: a row for each context that keeps anything of persons, written with the
-- destruction of the key. Not rebuilt from the log.
CREATE TABLE erasure_confirmation (
  subject text COLLATE "C" NOT NULL,
  context text COLLATE "C" NOT NULL,
  -- When the key was destroyed, the latest time.
  asked_at timestamptz(3) NOT NULL,
  -- NULL: the context has not said so yet.
  confirmed_at timestamptz(3),
  PRIMARY KEY (subject, context)
);
-- What is looked at again and again is what is open: little, however many were erased.
CREATE INDEX erasure_confirmation_open ON erasure_confirmation (asked_at, subject, context) WHERE confirmed_at IS NULL;
