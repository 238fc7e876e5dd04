import { DomainError } from '@svc/errors';
import type { AgentDefinitionChanges } from '../domain/agent/agent-definition.js';
import type { Tag } from '../domain/service/tag.js';
import { findActiveServiceByName, findAgentByName, findContextGraphByName } from '../projections/lookups.js';
import type { AgentsContext, Issuer } from './agents-context.js';
import { createAgent } from './create-agent.js';
import { createAgentVersion } from './create-agent-version.js';
import { createContextGraph } from './create-context-graph.js';
import { createContextGraphVersion } from './create-context-graph-version.js';
import { createService } from './create-service.js';

/** One agent, one context graph and one service; each is known by its name. */
export interface SeedDefinitions {
  readonly agent: { readonly name: string; readonly version: AgentDefinitionChanges };
  readonly contextGraph: { readonly name: string; readonly version: unknown };
  readonly service: {
    readonly name: string;
    readonly description: string;
    readonly tags: readonly Tag[];
    readonly keyterms: readonly string[];
  };
}

export interface SeededDefinitions {
  readonly agentId: string;
  readonly agentVersion: number;
  readonly contextGraphId: string;
  readonly contextGraphVersion: number;
  readonly serviceId: string;
}

interface SeededPart {
  readonly id: string;
  readonly version: number;
}

/**
 * Creates what is missing, through the commands that the routes use. What exists already stays as it is. Two processes
 * may seed at once: the later one takes what the earlier one has made.
 * @throws DomainError as those commands do.
 */
export async function seedDefinitions(
  context: AgentsContext,
  issuer: Issuer,
  seed: SeedDefinitions,
): Promise<SeededDefinitions> {
  const agent = await seedAgent(context, issuer, seed.agent);
  const graph = await seedContextGraph(context, issuer, seed.contextGraph);
  const serviceId = await seedService(context, issuer, seed.service, agent.id, graph.id);
  return {
    agentId: agent.id,
    agentVersion: agent.version,
    contextGraphId: graph.id,
    contextGraphVersion: graph.version,
    serviceId,
  };
}

async function seedAgent(
  context: AgentsContext,
  issuer: Issuer,
  { name, version }: SeedDefinitions['agent'],
): Promise<SeededPart> {
  const find = () => findAgentByName(context.database, issuer.tenantId, name);
  const { id, latestVersion } = await findOrCreate(find, async () => ({
    id: await createAgent(context, issuer, name),
    latestVersion: 0,
  }));
  if (latestVersion > 0) return { id, version: latestVersion };
  const first = { agentId: id, expectedVersion: 1, changes: version };
  const create = () => createAgentVersion(context, issuer, first).then((created) => created.version);
  return { id, version: await create().catch(takenAs(1)) };
}

async function seedContextGraph(
  context: AgentsContext,
  issuer: Issuer,
  { name, version }: SeedDefinitions['contextGraph'],
): Promise<SeededPart> {
  const find = () => findContextGraphByName(context.database, issuer.tenantId, name);
  const { id, latestVersion } = await findOrCreate(find, async () => ({
    id: await createContextGraph(context, issuer, name),
    latestVersion: 0,
  }));
  if (latestVersion > 0) return { id, version: latestVersion };
  const first = { contextGraphId: id, expectedVersion: 1, isDryRun: false, body: version };
  await createContextGraphVersion(context, issuer, first).catch(takenAs(undefined));
  return { id, version: 1 };
}

async function seedService(
  context: AgentsContext,
  issuer: Issuer,
  service: SeedDefinitions['service'],
  agentId: string,
  contextGraphId: string,
): Promise<string> {
  const find = () => findActiveServiceByName(context.database, issuer.tenantId, service.name);
  return findOrCreate(find, () =>
    createService(context, issuer, {
      ...service,
      agentId,
      contextGraphId,
      isActive: true,
      releaseVersionSet: null,
    }),
  );
}

/** `conflict` says that another process was faster. */
async function findOrCreate<Found>(
  find: () => Promise<Found | undefined>,
  create: () => Promise<Found>,
): Promise<Found> {
  const found = await find();
  if (found !== undefined) return found;
  try {
    return await create();
  } catch (failure) {
    const madeMeanwhile = isConflict(failure) ? await find() : undefined;
    if (madeMeanwhile === undefined) throw failure;
    return madeMeanwhile;
  }
}

/** For `catch`: version 1 exists by now. */
function takenAs<Value>(value: Value): (failure: unknown) => Value {
  return (failure) => {
    if (isConflict(failure)) return value;
    throw failure;
  };
}

function isConflict(failure: unknown): boolean {
  return failure instanceof DomainError && failure.code === 'conflict';
}
