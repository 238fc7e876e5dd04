import { Module, type DynamicModule } from '@nestjs/common';
import type { Blobs } from '@svc/blobs';
import { AgentsStore } from './adapters/agents-store.js';
import { BLOBS, VersionBodies } from './adapters/version-bodies.js';
import { Agents } from './application/agents.js';
import { ContextGraphs } from './application/context-graphs.js';
import { CreateAgent } from './application/create-agent.js';
import { CreateAgentVersion } from './application/create-agent-version.js';
import { CreateContextGraph } from './application/create-context-graph.js';
import { CreateContextGraphVersion } from './application/create-context-graph-version.js';
import { CreateService } from './application/create-service.js';
import { DefinitionContents } from './application/definition-contents.js';
import { GetDefinition } from './application/get-definition.js';
import { ListServices } from './application/list-services.js';
import { MODEL_NAMES } from './application/model-names.js';
import { PutVersionSet } from './application/put-version-set.js';
import { ReadModels } from './application/read-models.js';
import { VerifyLog } from './application/verify-log.js';
import { ResolveDefinition } from './application/resolve-definition.js';
import { SeedDefinitions } from './application/seed-definitions.js';
import { Services } from './application/services.js';
import { AgentsAdminController } from './rpc/agents-admin.controller.js';
import { AgentsController } from './rpc/agents.controller.js';

export interface AgentsOptions {
  /** Stores the bodies of versions that are too large for an event. */
  readonly blobs: Blobs;
  /** The names that `llm_name` may take; left out: any. */
  readonly modelNames?: ReadonlySet<string>;
}

const commandHandlers = [Agents, ContextGraphs, Services];
const useCases = [
  CreateAgent,
  CreateAgentVersion,
  CreateContextGraph,
  CreateContextGraphVersion,
  CreateService,
  GetDefinition,
  ListServices,
  PutVersionSet,
  ResolveDefinition,
  SeedDefinitions,
];

/** Definitions of agents, context graphs and services. */
@Module({})
export class AgentsModule {
  static register({ blobs, modelNames }: AgentsOptions): DynamicModule {
    return {
      module: AgentsModule,
      controllers: [AgentsController, AgentsAdminController],
      providers: [
        { provide: BLOBS, useValue: blobs },
        { provide: MODEL_NAMES, useValue: modelNames ?? null },
        AgentsStore,
        DefinitionContents,
        ReadModels,
        VerifyLog,
        VersionBodies,
        ...commandHandlers,
        ...useCases,
      ],
      exports: [ReadModels, VerifyLog],
    };
  }
}
