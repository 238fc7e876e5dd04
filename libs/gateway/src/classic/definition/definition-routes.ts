import { z } from 'zod';
import { defineRoute, forCallers } from '../../route/index.js';
import { named } from '../../wire/documented.js';
import { pageKeys, pageParameters, sortParameter } from '../../wire/page.js';
import { flag, oid, repeated, wholeNumber } from '../../wire/query.js';
import { definitionBytes, definitionValues, smallBody } from '../../wire/sizes.js';
import { nameText } from '../../wire/text.js';
import type { DefinitionResource } from './definition-resource.js';
import { CreatedDefinition, CreatedVersion, Deleted, versionRange } from './definition-schemas.js';

/** The largest number that a version can have: 32 bits. */
const mostVersions = 2 ** 31 - 1;

/** The five routes of a resource: create, list, add a version, deprecate, list versions. */
export function definitionRoutes(resource: DefinitionResource) {
  const { path, idName, words, permissions, keys, version } = resource;
  const operation = path.replaceAll('_', '-');
  const all = `/v1/:org/organization/${path}` as const;
  const params = z.object({ [idName]: oid });
  return {
    create: defineRoute({
      operationId: `create-${operation}`,
      method: 'POST',
      path: all,
      summary: `Creates ${words.any}. Conversations can use it once it has a version.`,
      access: forCallers({ requires: [permissions.create] }),
      request: {
        body: {
          media: 'json',
          schema: named(`Create${words.schema}Request`, z.object({ [keys.name]: nameText })),
          maxBytes: smallBody,
        },
      },
      answer: { status: 201, content: 'json', schema: CreatedDefinition },
      errors: ['conflict'],
      perMinute: 10,
      example: { body: { [keys.name]: 'Front desk' } },
    }),
    list: defineRoute({
      operationId: `get-${operation}s`,
      method: 'GET',
      path: all,
      summary: `Lists the ${words.many} that the caller may see.`,
      access: forCallers({ asks: [permissions.view] }),
      request: {
        query: z.object({
          id: repeated(oid),
          deprecated: flag.optional(),
          ...pageParameters(...resource.page),
        }),
      },
      answer: {
        status: 200,
        content: 'json',
        schema: named(
          `${words.schema}List`,
          z.strictObject({ [keys.list]: z.array(listedDefinition(words.schema)), ...pageKeys }),
        ),
      },
      errors: [],
      perMinute: 20,
    }),
    createVersion: defineRoute({
      operationId: `create-${operation}-version`,
      method: 'POST',
      path: `${all}/:${idName}/`,
      summary: `Adds a version to ${words.any}.`,
      access: forCallers({ requires: [permissions.createVersion] }),
      request: {
        params,
        query: z.object({ version: wholeNumber(1, mostVersions).optional(), ...version.query }),
        body: {
          media: 'json',
          schema: version.schema,
          maxBytes: definitionBytes,
          maxValues: definitionValues,
        },
      },
      answer: { status: 201, content: 'json', schema: CreatedVersion.nullable() },
      errors: ['not_found', 'conflict'],
      perMinute: 10,
      example: { body: version.example },
    }),
    delete: defineRoute({
      operationId: `delete-${operation}`,
      method: 'DELETE',
      path: `${all}/:${idName}/`,
      summary: `Deprecates ${words.any}: it gets no further versions, and what runs on one goes on.`,
      access: forCallers({ requires: [permissions.delete] }),
      request: { params },
      answer: { status: 200, content: 'json', schema: Deleted },
      errors: ['not_found', 'conflict'],
      perMinute: 10,
    }),
    listVersions: defineRoute({
      operationId: `get-${operation}-versions`,
      method: 'GET',
      path: `${all}/:${idName}/version`,
      summary: `Lists versions of ${words.any}.`,
      access: forCallers({ requires: [permissions.view] }),
      request: {
        params,
        query: z.object({
          version: versionRange.optional(),
          sort_by: sortParameter(['version']),
          ...pageParameters(1, 10, 10),
        }),
      },
      answer: {
        status: 200,
        content: 'json',
        schema: named(
          `${words.schema}VersionList`,
          z.strictObject({ [keys.versions]: z.array(version.answer), ...pageKeys }),
        ),
      },
      errors: ['not_found'],
      perMinute: 20,
    }),
  };
}

function listedDefinition(schemaName: string) {
  return named(
    schemaName,
    z.strictObject({
      id: oid,
      name: z.string(),
      deprecated: z.boolean(),
      latest_version: z.int().nullable(),
    }),
  );
}
