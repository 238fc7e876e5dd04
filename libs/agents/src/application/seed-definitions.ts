import { Inject, Injectable } from '@nestjs/common';
import { DomainError } from '@svc/errors';
import type { Database } from '@svc/postgres';
import type { RequestContext } from '@svc/rpc';
import { DATABASE } from '@svc/service-host';
import type { AgentDefinitionChanges } from '../domain/agent/agent-definition.js';
import type { Tag } from '../domain/service/tag.js';
import { unsaidServiceFields } from '../domain/service/service-rules.js';
import { findActiveServiceByName, findAgentByName, findContextGraphByName } from '../projections/lookups.js';
import { CreateAgent } from './create-agent.js';
import { CreateAgentVersion } from './create-agent-version.js';
import { CreateContextGraph } from './create-context-graph.js';
import { CreateContextGraphVersion } from './create-context-graph-version.js';
import { CreateService } from './create-service.js';

/** One agent, one context graph and one service, each identified by its name. */
export interface DefinitionsToSeed {
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
 * Creates what is missing, through the use cases behind the routes. Leaves what exists. Two processes may seed at
 * once: the later one takes what the earlier one created.
 */
@Injectable()
export class SeedDefinitions {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    private readonly createAgent: CreateAgent,
    private readonly createAgentVersion: CreateAgentVersion,
    private readonly createContextGraph: CreateContextGraph,
    private readonly createContextGraphVersion: CreateContextGraphVersion,
    private readonly createService: CreateService,
  ) {}

  /** @throws DomainError as those use cases do. */
  async execute(context: RequestContext, seed: DefinitionsToSeed): Promise<SeededDefinitions> {
    const agent = await this.#seedAgent(context, seed.agent);
    const graph = await this.#seedContextGraph(context, seed.contextGraph);
    const serviceId = await this.#seedService(context, seed.service, agent.id, graph.id);
    return {
      agentId: agent.id,
      agentVersion: agent.version,
      contextGraphId: graph.id,
      contextGraphVersion: graph.version,
      serviceId,
    };
  }

  async #seedAgent(
    context: RequestContext,
    { name, version }: DefinitionsToSeed['agent'],
  ): Promise<SeededPart> {
    const find = () => findAgentByName(this.database, context.tenantId, name);
    const { id, latestVersion } = await findOrCreate(find, async () => ({
      id: await this.createAgent.execute(context, { name }),
      latestVersion: 0,
    }));
    if (latestVersion > 0) return { id, version: latestVersion };
    const first = { agentId: id, expectedVersion: 1, changes: version };
    await this.createAgentVersion.execute(context, first).catch(ignoreConflict);
    return { id, version: 1 };
  }

  async #seedContextGraph(
    context: RequestContext,
    { name, version }: DefinitionsToSeed['contextGraph'],
  ): Promise<SeededPart> {
    const find = () => findContextGraphByName(this.database, context.tenantId, name);
    const { id, latestVersion } = await findOrCreate(find, async () => ({
      id: await this.createContextGraph.execute(context, { name }),
      latestVersion: 0,
    }));
    if (latestVersion > 0) return { id, version: latestVersion };
    const first = { contextGraphId: id, expectedVersion: 1, isDryRun: false, body: version };
    await this.createContextGraphVersion.execute(context, first).catch(ignoreConflict);
    return { id, version: 1 };
  }

  #seedService(
    context: RequestContext,
    service: DefinitionsToSeed['service'],
    agentId: string,
    contextGraphId: string,
  ): Promise<string> {
    const find = () => findActiveServiceByName(this.database, context.tenantId, service.name);
    const fields = { ...unsaidServiceFields, ...service };
    const definition = { ...fields, agentId, contextGraphId, isActive: true, releaseVersionSet: null };
    return findOrCreate(find, () => this.createService.execute(context, definition));
  }
}

/** `conflict` means that another process was faster. */
async function findOrCreate<Found>(
  find: () => Promise<Found | undefined>,
  create: () => Promise<Found>,
): Promise<Found> {
  const found = await find();
  if (found !== undefined) return found;
  try {
    return await create();
  } catch (error) {
    const madeMeanwhile = isConflict(error) ? await find() : undefined;
    if (madeMeanwhile === undefined) throw error;
    return madeMeanwhile;
  }
}

/** For `catch`: another process has created version 1. */
function ignoreConflict(error: unknown): void {
  if (!isConflict(error)) throw error;
}

function isConflict(error: unknown): boolean {
  return error instanceof DomainError && error.code === 'conflict';
}
