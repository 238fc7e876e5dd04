import { Inject, Injectable } from '@nestjs/common';
import { parseGraph } from '@svc/definitions/classic';
import { FieldChecks, validationError } from '@svc/errors';
import { canonicalJson, type IdGenerator } from '@svc/kernel';
import type { RequestContext } from '@svc/rpc';
import { IDS } from '@svc/service-host';
import { VersionBodies } from '../adapters/version-bodies.js';
import { maxGraphBytes } from '../domain/bounds.js';
import { nextContextGraphVersion } from '../domain/context-graph/context-graph.js';
import { unstorableTexts } from '../domain/unstorable-texts.js';
import { authorOf } from './author-of.js';
import { ContextGraphs } from './context-graphs.js';
import { createdVersion, type CreatedVersion } from './created-version.js';
import { requireInOrganization } from './permissions.js';

export interface NewContextGraphVersion {
  readonly contextGraphId: string;
  /** Null: the next number, whichever it is. */
  readonly expectedVersion: number | null;
  /** Check everything, create nothing. */
  readonly isDryRun: boolean;
  /** The graph with the names of the API, parsed from JSON but not validated. */
  readonly body: unknown;
}

@Injectable()
export class CreateContextGraphVersion {
  constructor(
    private readonly contextGraphs: ContextGraphs,
    private readonly bodies: VersionBodies,
    @Inject(IDS) private readonly ids: IdGenerator,
  ) {}

  /**
   * @returns undefined on a dry run.
   * @throws DomainError `permission_denied`, `not_found`, `conflict` when another number is next, `validation_failed`
   *   when the body breaks a rule of graphs (`@svc/definitions`) or holds what is not supported.
   */
  async execute(
    context: RequestContext,
    request: NewContextGraphVersion,
  ): Promise<CreatedVersion | undefined> {
    requireInOrganization(context, 'Organization:CreateServiceHierarchicalStateMachineVersion');
    const { tenantId, metadata } = context;
    const { contextGraphId, expectedVersion, isDryRun } = request;
    const graph = { tenantId, category: 'context_graph', id: contextGraphId } as const;
    const draft = this.bodies.draft(graph, canonicalBody(request.body));
    const versionId = this.ids.resourceId(tenantId);
    const by = authorOf(context);
    const { events } = await this.contextGraphs.change(
      { tenantId, id: contextGraphId, metadata },
      async ({ state }) => {
        // Before anything is stored for a version that would be refused.
        nextContextGraphVersion(state, expectedVersion);
        if (isDryRun) return { commands: [] };
        await draft.keep();
        return { type: 'CreateContextGraphVersion', versionId, expectedVersion, body: draft.body, by };
      },
    );
    return isDryRun ? undefined : createdVersion(events);
  }
}

function canonicalBody(body: unknown): string {
  const graph = parseGraph(body);
  const unstorable = unstorableTexts(graph, ['body']);
  if (unstorable.length > 0) throw validationError(unstorable);
  const json = canonicalJson(graph);
  new FieldChecks().atMostBytes(['body'], Buffer.byteLength(json), maxGraphBytes).verify();
  return json;
}
