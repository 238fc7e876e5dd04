import { toolsNamedBy, type ToolDescriptor } from '@svc/engine';
import type { TenantId } from '@svc/kernel';
import type { Definition, Tools } from '../ports/ports.js';

/** The tools that a graph names, as they are now; undefined where it names none. */
export async function toolsFor(
  tools: Tools,
  tenantId: TenantId,
  { graph, graphs = [] }: Definition,
): Promise<readonly ToolDescriptor[] | undefined> {
  const named = [graph, ...graphs.map((other) => other.graph)].flatMap(toolsNamedBy);
  return named.length === 0 ? undefined : tools.describe(tenantId, named);
}
