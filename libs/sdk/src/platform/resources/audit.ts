import { calls, pages, resource, withQuery } from '../../client/calls.js';
import type { Core } from '../../client/core.js';
import type { BodyOf, ResultOf } from '../../client/routes.js';
import { chunksOf } from '../../streams/chunks.js';
import { EventStream } from '../../streams/event-stream.js';
import { ndjsonValues } from '../../streams/ndjson.js';
import type { RequestOptions } from '../../transport/transport.js';

const exportPath = '/v1/{workspace_id}/audit/export';
type ExportRoute = `POST ${typeof exportPath}`;
export type AuditEntry = ResultOf<ExportRoute>;

/** Who changed and read what in the workspace. */
export const auditOf = (core: Core) => resource(core, methodsOf);

const methodsOf = (core: Core) => ({
  ...calls(core, {
    list: pages('GET /v1/{workspace_id}/audit', 'events'),
    summary: withQuery('GET /v1/{workspace_id}/audit/summary'),
    listPhiAccess: pages('GET /v1/{workspace_id}/audit/phi-access', 'events'),
    listEntityAccess: pages('GET /v1/{workspace_id}/audit/entity/{entity_id}/access-log', 'events'),
    listExports: pages('GET /v1/{workspace_id}/audit/exports', 'exports'),
  }),
  /** Exports the trail, oldest first, to loop over: `POST /v1/{workspace_id}/audit/export`. */
  export: async (body: BodyOf<ExportRoute>, options: RequestOptions = {}) => {
    const { response } = await core.request('POST', exportPath, { body, isStream: true }, options);
    const signal = options.signal ?? core.options.signal;
    return new EventStream(entriesIn(response, signal), response);
  },
});

async function* entriesIn(
  response: Response,
  signal: AbortSignal | undefined,
): AsyncGenerator<AuditEntry, void, undefined> {
  for await (const value of ndjsonValues(chunksOf(response.body, signal))) yield value as AuditEntry;
}
