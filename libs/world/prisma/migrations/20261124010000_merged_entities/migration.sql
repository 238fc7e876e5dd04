-- An entity that is one with another points to it; the one that points to none stands for all of them.
ALTER TABLE entity
  ADD COLUMN merged_into text COLLATE "C",
  -- What they were told to be one by.
  ADD COLUMN merged_on text[] COLLATE "C" NOT NULL DEFAULT '{}';
ALTER TABLE entity ALTER COLUMN merged_on DROP DEFAULT;
CREATE INDEX entity_merged_into ON entity (tenant_id, merged_into) WHERE merged_into IS NOT NULL;
