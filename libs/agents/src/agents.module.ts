import { Module, type DynamicModule } from '@nestjs/common';
import type { Blobs } from '@svc/blobs';
import { AgentsStore } from './adapters/agents-store.js';
import { DefinitionSecrets, SECRET_WRAPPING, type SecretWrapping } from './adapters/definition-secrets.js';
import { BLOBS, VersionBodies } from './adapters/version-bodies.js';
import { CreateDefinition } from './application/create-definition.js';
import { CreateDefinitionVersion } from './application/create-definition-version.js';
import { DefinitionContents } from './application/definition-contents.js';
import { DefinitionVersions } from './application/definition-versions.js';
import { Definitions } from './application/definitions.js';
import { GetDefinition } from './application/get-definition.js';
import { MODEL_NAMES, type ModelNames } from './application/model-names.js';
import { ReadDefinitions } from './application/read-definitions.js';
import { ReadModels } from './application/read-models.js';
import { ResolveDefinition } from './application/resolve-definition.js';
import { RetireDefinition } from './application/retire-definition.js';
import { SeedDefinitions } from './application/seed-definitions.js';
import { ToolReferences } from './application/tool-references.js';
import { UpdateDefinition } from './application/update-definition.js';
import { VerifyLog } from './application/verify-log.js';
import { VersionSets } from './application/version-sets.js';
import { AgentsAdminController } from './rpc/agents-admin.controller.js';
import { AgentsController } from './rpc/agents.controller.js';
import { DefinitionsController } from './rpc/definitions.controller.js';

export interface AgentsOptions extends SecretWrapping {
  /** Stores bodies that are too large for an event. */
  readonly blobs: Blobs;
  /** The names that `llm_name` may take; left out: any. */
  readonly modelNames?: ModelNames;
}

const useCases = [
  CreateDefinition,
  CreateDefinitionVersion,
  DefinitionVersions,
  GetDefinition,
  ReadDefinitions,
  ResolveDefinition,
  RetireDefinition,
  SeedDefinitions,
  ToolReferences,
  UpdateDefinition,
  VersionSets,
];

/** Definitions of every kind: agents, context graphs, services, tools, skills and integrations. */
@Module({})
export class AgentsModule {
  static register({ blobs, modelNames = null, masterKey, random }: AgentsOptions): DynamicModule {
    return {
      module: AgentsModule,
      controllers: [AgentsController, DefinitionsController, AgentsAdminController],
      providers: [
        { provide: BLOBS, useValue: blobs },
        { provide: MODEL_NAMES, useValue: modelNames },
        { provide: SECRET_WRAPPING, useValue: { masterKey, random } satisfies SecretWrapping },
        AgentsStore,
        DefinitionContents,
        Definitions,
        DefinitionSecrets,
        ReadModels,
        VerifyLog,
        VersionBodies,
        ...useCases,
      ],
      exports: [ReadModels, VerifyLog],
    };
  }
}
