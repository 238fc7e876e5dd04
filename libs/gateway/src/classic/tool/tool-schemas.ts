import { bumpTypes, isVersionConstraint, ToolVersionBody } from '@svc/definitions/classic';
import { answerShape } from '@svc/definitions/schema';
import { tagBounds } from '@svc/kernel';
import { z } from 'zod';
import { list, mapOf } from '../../wire/collections.js';
import { named, withFacts } from '../../wire/documented.js';
import { pageKeys, pageParameters, sortParameter } from '../../wire/page.js';
import { flag, oid, repeated } from '../../wire/query.js';
import { tagFilters, tagText } from '../../wire/tags.js';
import { textUpTo } from '../../wire/text.js';
import { wireTime } from '../../wire/times.js';
import { userReference, UserReference } from '../../wire/user-reference.js';

/** A specifier as of package managers. */
const versionConstraint = withFacts(
  z
    .string()
    .max(200)
    .refine(isVersionConstraint, 'must be a version specifier, such as 1.2.3, ==1.* or >=1.2'),
  { minLength: 1 },
);

export const ToolPath = z.object({ tool_id: oid });
export const ToolVersionPath = ToolPath.extend({ version_constraint: versionConstraint });

const description = textUpTo(4_000);
const tags = mapOf(tagText, tagText.nullable(), { most: tagBounds.items, what: 'tags' });

/** A name that is too long is another error. */
export const CreateTool = named(
  'CreateToolRequest',
  z.object({
    name: z.string().regex(/^[a-z0-9_]+$/, 'must hold lower-case letters, digits and underscores'),
    description,
    tags: tags.default({}),
  }),
);

/** Null means "leave as it is". */
export const ModifyTool = named(
  'ModifyToolRequest',
  z.object({ description: description.nullish(), tags: tags.nullish() }),
);

/** Of an environment: what stands for `{{NAME}}` in versions of the tool. */
const variable = {
  name: withFacts(z.string(), { pattern: '^[A-Z_]+$', maxLength: 64 }),
  value: withFacts(z.string(), { minLength: 1, maxLength: 8_192 }),
};
const NewVariable = named('NewToolVariable', z.object({ ...variable, is_secret: z.boolean() }));
const ChangedVariable = named(
  'ChangedToolVariable',
  z.object({ ...variable, is_secret: z.boolean().nullish() }),
);
const VariableName = named('ToolVariableName', z.object({ name: z.string() }));
const deletedVariable = z.union([z.string(), VariableName.transform(({ name }) => name)]);

/** Agents checks names and values. Values are never shown. */
export const ChangeToolVariables = named(
  'ChangeToolVariablesRequest',
  z.object({
    inserts: list(NewVariable, { most: 100 }).default([]),
    /** Without `is_secret` it stays as it is. */
    updates: list(ChangedVariable, { most: 100 }).default([]),
    /** Names. */
    deletes: list(deletedVariable, { most: 100 }).default([]),
  }),
);

export const ListTools = z.object({
  id: repeated(oid),
  deprecated: flag.optional(),
  tag: tagFilters,
  sort_by: sortParameter(['name', 'deprecated']),
  ...pageParameters(1, 20, 10),
});

const ToolTag = named('ToolTag', z.strictObject({ key: z.string(), value: z.string().nullable() }));

export const Tool = named(
  'Tool',
  z.strictObject({
    id: oid,
    org_id: z.string(),
    created_at: wireTime,
    updated_at: wireTime,
    name: z.string(),
    description: z.string(),
    deprecated: z.boolean(),
    /** Names of variables. */
    envvars: z.array(z.string()),
    /** Names of variables, whose values nobody is shown. */
    secret_envvars: z.array(z.string()),
    tags: z.array(ToolTag),
    creator: UserReference,
    updated_by: UserReference,
  }),
);

export const ToolList = named(
  'ToolList',
  z.strictObject({
    tools: z.array(Tool),
    ...pageKeys,
    /** Only on the first page. */
    filter_values: named('ToolFilterValues', z.strictObject({ tags: z.array(z.string()) })).nullable(),
  }),
);

/** A version is one HTTP call: `{{NAME}}` in it is a variable of the tool. */
export const CreateToolVersion = named(
  'CreateToolVersionRequest',
  ToolVersionBody.extend({ bump_type: z.enum(bumpTypes) }),
);

const VersionNumber = named(
  'ToolVersionNumber',
  z.strictObject({ major: z.int(), minor: z.int(), patch: z.int() }),
);

export const CreatedToolVersion = named('CreatedToolVersion', z.strictObject({ new_version: VersionNumber }));

export const ListToolVersions = z.object({
  deprecated: flag.optional(),
  versions: versionConstraint.optional(),
  creator: repeated(userReference),
  sort_by: sortParameter(['version']),
  ...pageParameters(0, 50, 50),
});

const VersionAuthor = named(
  'ToolVersionAuthor',
  z.strictObject({ user_id: z.string(), user_org_id: z.string() }),
);

export const ToolVersion = named(
  'ToolVersion',
  z.strictObject({
    id: oid,
    org_id: z.string(),
    created_at: wireTime,
    updated_at: wireTime,
    tool_id: oid,
    version: VersionNumber,
    ...answerShape(ToolVersionBody),
    /** Empty, as the next three: a declared call has no code. */
    tool_commit_hash: z.string(),
    svc_scaffold_commit_hash: z.string(),
    project_directory: z.string(),
    lambda_version: z.string(),
    creator: VersionAuthor,
    updated_by: VersionAuthor,
    deprecated: z.boolean(),
  }),
);

export const ToolVersionList = named(
  'ToolVersionList',
  z.strictObject({
    tool_versions: z.array(ToolVersion),
    ...pageKeys,
    /** Only on the first page. */
    filter_values: named(
      'ToolVersionFilterValues',
      z.strictObject({ creators: z.array(UserReference) }),
    ).nullable(),
  }),
);
