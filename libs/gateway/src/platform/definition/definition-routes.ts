import { z } from 'zod';
import { defineRoute, forWorkspace } from '../../route/index.js';
import { pageParameters } from '../../wire/page.js';
import { definitionBytes } from '../../wire/sizes.js';
import { readsPerMinute, writesPerMinute } from '../per-minute.js';
import { platformPage } from '../platform-page.js';
import { uuid } from '../uuid.js';
import { workspaceId } from '../workspace-path.js';
import type { DefinitionResource } from './definition-resource.js';
import { search, sortKey } from './definition-query.js';

export const definitionId = uuid.toLowerCase();

export type TakenNameCode = 'name_conflict' | 'slug_conflict';

/** What a name that another one has is answered with. */
export function takenNameCode({ nameKey }: Pick<DefinitionResource, 'nameKey'>): TakenNameCode {
  return nameKey === 'slug' ? 'slug_conflict' : 'name_conflict';
}

/** The five routes of a resource. */
export function definitionRoutes(resource: DefinitionResource) {
  const { path, idName, words, permissions, answer, examples, errors = [] } = resource;
  const all = { surface: 'platform', path: `/v1/:workspace_id/${path}` } as const;
  const one = { surface: 'platform', path: `/v1/:workspace_id/${path}/:${idName}` } as const;
  const ofAll = z.object({ workspace_id: workspaceId });
  const ofOne = z.object({ workspace_id: workspaceId, [idName]: definitionId });
  const query = z.object({
    search,
    sort_by: sortKey('name', 'created_at', 'updated_at'),
    ...pageParameters(1, 100, 10),
    ...resource.filters,
  });
  const json = (schema: z.ZodObject) => ({ media: 'json', schema, maxBytes: definitionBytes }) as const;
  const reading = { errors: ['not_found'], perMinute: readsPerMinute } as const;
  const writing = {
    errors: ['not_found', takenNameCode(resource), ...errors],
    perMinute: writesPerMinute,
  } as const;
  return {
    list: defineRoute({
      ...all,
      ...reading,
      operationId: `list-${words.many}`,
      method: 'GET',
      summary: `Lists the ${words.many.replaceAll('-', ' ')} of the workspace, newest first.`,
      access: forWorkspace(permissions.view),
      request: { params: ofAll, query },
      answer: {
        status: 200,
        content: 'json',
        schema: platformPage(`${words.schema}ListResponse`, answer),
      },
    }),
    create: defineRoute({
      ...all,
      ...writing,
      operationId: `create-${words.one}`,
      method: 'POST',
      summary: `Creates ${words.any}.`,
      access: forWorkspace(permissions.create),
      request: { params: ofAll, body: json(resource.create) },
      answer: { status: 201, content: 'json', schema: answer },
      example: { body: examples.create },
    }),
    get: defineRoute({
      ...one,
      ...reading,
      operationId: `get-${words.one}`,
      method: 'GET',
      summary: `Shows ${words.any}.`,
      access: forWorkspace(permissions.view),
      request: { params: ofOne },
      answer: { status: 200, content: 'json', schema: answer },
    }),
    update: defineRoute({
      ...one,
      ...writing,
      operationId: `update-${words.one}`,
      method: 'PUT',
      summary: `Changes ${words.any}: what is missing or null stays.`,
      access: forWorkspace(permissions.update),
      request: { params: ofOne, body: json(resource.update) },
      answer: { status: 200, content: 'json', schema: answer },
      example: { body: examples.update },
    }),
    delete: defineRoute({
      ...one,
      operationId: `delete-${words.one}`,
      method: 'DELETE',
      summary: resource.versions
        ? `Deletes ${words.any}. Its versions stay for what runs on them, and its name is free again.`
        : `Deletes ${words.any}. Its name is free again.`,
      access: forWorkspace(permissions.delete),
      request: { params: ofOne },
      answer: { status: 204, content: 'nothing' },
      errors: ['not_found', 'conflict'],
      perMinute: writesPerMinute,
    }),
  };
}
