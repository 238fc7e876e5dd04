import { contextGraphDecider } from '../domain/context-graph/context-graph.js';
import { contextGraphNameKey, contextGraphRows } from '../projections/context-graph-rows.js';
import type { AgentsContext, Issuer } from './agents-context.js';
import { refuseTakenName } from './taken-name.js';

/**
 * @returns the id of the new context graph.
 * @throws DomainError `validation_failed`, `conflict` when the tenant has a context graph of that name.
 */
export async function createContextGraph(
  context: AgentsContext,
  issuer: Issuer,
  name: string,
): Promise<string> {
  const { database, clock, ids, contextGraphs } = context;
  const { tenantId, by, metadata } = issuer;
  const contextGraphId = ids.objectId();
  const graph = contextGraphs.initial(tenantId, contextGraphId);
  const events = contextGraphDecider.decide(graph.state, {
    type: 'CreateContextGraph',
    contextGraphId,
    name,
    by,
    nowMs: clock.now(),
  });
  const alongside = events.flatMap((event) => contextGraphRows(tenantId, event));
  await contextGraphs
    .append(database, graph, events, { metadata, alongside })
    .catch(refuseTakenName(contextGraphNameKey, `There is already a context graph named "${name}".`));
  return contextGraphId;
}
