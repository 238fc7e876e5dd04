import { parseGraph } from '@svc/engine';
import { validationError } from '@svc/errors';
import { decideAgain } from '@svc/event-store';
import { canonicalJson } from '@svc/kernel';
import { contextGraphDecider } from '../domain/context-graph/context-graph.js';
import { contextGraphRows } from '../projections/context-graph-rows.js';
import type { AgentsContext, CreatedVersion, Issuer } from './agents-context.js';
import { unstorableTexts } from '../domain/unstorable-texts.js';

export interface NewContextGraphVersion {
  readonly contextGraphId: string;
  /** Null: whichever number is next. */
  readonly expectedVersion: number | null;
  /** Check everything, create nothing. */
  readonly isDryRun: boolean;
  /** The graph with the names of the API, parsed from JSON and otherwise unknown. */
  readonly body: unknown;
}

/**
 * @returns undefined on a dry run.
 * @throws DomainError `not_found`, `conflict` when another number is next, `validation_failed` when the body breaks a
 *   rule of graphs (`validateGraph` of the engine) or holds what the engine does not support.
 */
export async function createContextGraphVersion(
  context: AgentsContext,
  issuer: Issuer,
  { contextGraphId, expectedVersion, isDryRun, body }: NewContextGraphVersion,
): Promise<CreatedVersion | undefined> {
  const { database, clock, ids, contextGraphs, graphBodies } = context;
  const { tenantId, by, metadata } = issuer;
  const graph = parseGraph(body);
  const unstorable = unstorableTexts(graph, ['body']);
  if (unstorable.length > 0) throw validationError(unstorable);
  const versionId = ids.objectId();
  return decideAgain(async () => {
    const loaded = await contextGraphs.load(database, tenantId, contextGraphId);
    const draft = graphBodies.draft(canonicalJson(graph));
    const nowMs = clock.now();
    const events = contextGraphDecider.decide(loaded.state, {
      type: 'CreateContextGraphVersion',
      versionId,
      expectedVersion,
      body: draft.body,
      by,
      nowMs,
    });
    if (isDryRun) return undefined;
    await draft.keep(tenantId);
    const alongside = events.flatMap((event) => contextGraphRows(tenantId, event));
    const { state } = await contextGraphs.append(database, loaded, events, { metadata, alongside });
    return { versionId, version: state?.latestVersion ?? 0, createdAtMs: nowMs };
  });
}
