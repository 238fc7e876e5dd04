import { Inject, Injectable } from '@nestjs/common';
import { DomainError } from '@svc/errors';
import type { JsonObject } from '@svc/kernel';
import type { Database } from '@svc/postgres';
import type { RequestContext } from '@svc/rpc';
import { DATABASE } from '@svc/service-host';
import { definitionByName } from '../projections/definition-facts-query.js';
import { CreateDefinition } from './create-definition.js';
import { CreateDefinitionVersion } from './create-definition-version.js';
import { installerRequest, type DefinitionRequest } from './definition-request.js';

/** One agent, one context graph and one service, each identified by its name. */
export interface DefinitionsToSeed {
  readonly agent: VersionedSeed;
  readonly contextGraph: VersionedSeed;
  /** The body without agent and graph. */
  readonly service: { readonly name: string; readonly body: JsonObject };
}

interface VersionedSeed {
  readonly name: string;
  /** Body of the first version. */
  readonly version: JsonObject;
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
    private readonly create: CreateDefinition,
    private readonly createVersion: CreateDefinitionVersion,
  ) {}

  /** @throws DomainError as those use cases do. */
  async execute(context: RequestContext, seed: DefinitionsToSeed): Promise<SeededDefinitions> {
    const agent = await this.#seedVersion(installerRequest(context, 'agent'), seed.agent);
    const graph = await this.#seedVersion(installerRequest(context, 'context_graph'), seed.contextGraph);
    const { name, body } = seed.service;
    const parts = { agent_id: agent.id, context_graph_id: graph.id, is_active: true };
    const service = await this.#seed(installerRequest(context, 'service'), name, { ...body, ...parts });
    return {
      agentId: agent.id,
      agentVersion: agent.version,
      contextGraphId: graph.id,
      contextGraphVersion: graph.version,
      serviceId: service.id,
    };
  }

  async #seedVersion(request: DefinitionRequest, { name, version }: VersionedSeed): Promise<SeededPart> {
    const { id, latestVersion } = await this.#seed(request, name, {});
    if (latestVersion > 0) return { id, version: latestVersion };
    const first = { id, expectedVersion: 1, isDryRun: false, body: version };
    await this.createVersion.execute(request, first).catch(ignoreConflict);
    return { id, version: 1 };
  }

  /** `conflict` means that another process was faster. */
  async #seed(request: DefinitionRequest, name: string, body: JsonObject) {
    const find = () => definitionByName(this.database, request.tenantId, request.kind, name);
    const found = await find();
    if (found !== undefined) return found;
    try {
      const id = await this.create.execute(request, { name, parentId: null, body, secrets: {} });
      return { id, latestVersion: 0 };
    } catch (error) {
      const madeMeanwhile = isConflict(error) ? await find() : undefined;
      if (madeMeanwhile === undefined) throw error;
      return madeMeanwhile;
    }
  }
}

/** For `catch`: another process has created version 1. */
function ignoreConflict(error: unknown): void {
  if (!isConflict(error)) throw error;
}

function isConflict(error: unknown): boolean {
  return error instanceof DomainError && error.code === 'conflict';
}
