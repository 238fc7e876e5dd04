import { z } from 'zod';
import { defineRoute, forWorkspace } from '../../route/index.js';
import { pageParameters } from '../../wire/page.js';
import { definitionBytes, definitionValues } from '../../wire/sizes.js';
import { readsPerMinute, writesPerMinute } from '../per-minute.js';
import { platformPage } from '../platform-page.js';
import { workspaceId } from '../workspace-path.js';
import type { DefinitionResource, DefinitionVersions } from './definition-resource.js';
import { sortKey } from './definition-query.js';
import { definitionId } from './definition-routes.js';
import { warningsHeader } from './warnings-header.js';

const versionInPath = z.string().regex(/^(?:latest|-?\d{1,15})$/, 'must be a whole number or latest');

/** The three routes of a resource's versions. */
export function versionRoutes(
  { path, idName, words, permissions }: DefinitionResource,
  versions: DefinitionVersions,
) {
  const all = { surface: 'platform', path: `/v1/:workspace_id/${path}/:${idName}/versions` } as const;
  const ofAll = z.object({ workspace_id: workspaceId, [idName]: definitionId });
  const query = z.object({ sort_by: sortKey('version'), ...pageParameters(1, 100, 10) });
  const { answer, create, example } = versions;
  return {
    list: defineRoute({
      ...all,
      operationId: `list-${words.one}-versions`,
      method: 'GET',
      summary: `Lists the versions of ${words.any}, newest first.`,
      access: forWorkspace(permissions.view),
      request: { params: ofAll, query },
      answer: {
        status: 200,
        content: 'json',
        schema: platformPage(`${words.schema}VersionListResponse`, answer),
      },
      errors: ['not_found'],
      perMinute: readsPerMinute,
    }),
    create: defineRoute({
      ...all,
      operationId: `create-${words.one}-version`,
      method: 'POST',
      summary: `Adds a version to ${words.any}: the first one by whoever may create, further ones by whoever may update.`,
      access: forWorkspace(permissions.update, { orElse: permissions.create }),
      request: {
        params: ofAll,
        body: { media: 'json', schema: create, maxBytes: definitionBytes, maxValues: definitionValues },
      },
      answer: {
        status: 201,
        content: 'json',
        schema: answer,
        headers: {
          [warningsHeader]:
            'What is allowed but probably not meant: a JSON array of sentences. Missing if there is nothing.',
        },
      },
      errors: ['not_found', 'conflict'],
      perMinute: writesPerMinute,
      example: { body: example },
    }),
    get: defineRoute({
      surface: 'platform',
      path: `/v1/:workspace_id/${path}/:${idName}/versions/:version`,
      operationId: `get-${words.one}-version`,
      method: 'GET',
      summary: `Shows a version of ${words.any}, by its number or the latest.`,
      access: forWorkspace(permissions.view),
      request: { params: ofAll.extend({ version: versionInPath }) },
      answer: { status: 200, content: 'json', schema: answer },
      errors: ['not_found'],
      perMinute: readsPerMinute,
    }),
  };
}
