import { Module, type DynamicModule } from '@nestjs/common';
import type { Blobs } from '@svc/blobs';
import { noVendorNames, type VendorNames } from '@svc/definitions/platform';
import { OutgoingHttp } from '@svc/outgoing-http';
import { AgentsStore } from './adapters/agents-store.js';
import { DefinitionSecrets, SECRET_WRAPPING, type SecretWrapping } from './adapters/definition-secrets.js';
import { BLOBS, VersionBodies } from './adapters/version-bodies.js';
import { CreateDefinition } from './application/create-definition.js';
import { CreateDefinitionVersion } from './application/create-definition-version.js';
import { DefinitionContents } from './application/definition-contents.js';
import { ReferencedGraphs } from './application/referenced-graphs.js';
import { DefinitionVersions } from './application/definition-versions.js';
import { Definitions } from './application/definitions.js';
import { GetDefinition } from './application/get-definition.js';
import { MODEL_NAMES, type ModelNames } from './application/model-names.js';
import { ReadDefinitions } from './application/read-definitions.js';
import { ReadModels } from './application/read-models.js';
import { ReferenceChecks } from './application/reference-checks.js';
import { ResolveDefinition } from './application/resolve-definition.js';
import { RetireDefinition } from './application/retire-definition.js';
import { ChangeToolVariables } from './application/change-tool-variables.js';
import { RunTool } from './application/run-tool.js';
import { SeedDefinitions } from './application/seed-definitions.js';
import { ToolReferences } from './application/tool-references.js';
import { TryTools } from './application/try-tools.js';
import { UpdateDefinition } from './application/update-definition.js';
import { VENDOR_NAMES } from './application/vendor-names.js';
import { VerifyLog } from './application/verify-log.js';
import { VersionSets } from './application/version-sets.js';
import { AgentsAdminController } from './rpc/agents-admin.controller.js';
import { AgentsController } from './rpc/agents.controller.js';
import { DefinitionsController } from './rpc/definitions.controller.js';
import { ToolsController } from './rpc/tools.controller.js';
import { OrganizationTools } from './tools/organization-tools.js';
import { OUTGOING, ToolRunning } from './tools/tool-running.js';
import { Tools } from './tools/tools.js';
import { WorkspaceTools } from './tools/workspace-tools.js';

export interface AgentsOptions extends SecretWrapping {
  /** Stores bodies that are too large for an event. */
  readonly blobs: Blobs;
  /** The names that `llm_name` may take; left out: any. */
  readonly modelNames?: ModelNames;
  /** What bodies may call vendors of speech beside the names of the API; left out: nothing. */
  readonly vendorNames?: VendorNames;
  /** Through which tools are called. Owned by the caller: this context does not close it. Default: to the public internet alone. */
  readonly outgoing?: OutgoingHttp;
}

const useCases = [
  CreateDefinition,
  CreateDefinitionVersion,
  DefinitionVersions,
  GetDefinition,
  ReadDefinitions,
  ResolveDefinition,
  RetireDefinition,
  RunTool,
  ChangeToolVariables,
  SeedDefinitions,
  ToolReferences,
  TryTools,
  UpdateDefinition,
  VersionSets,
];

/** Definitions of every kind: agents, context graphs, services, tools, skills and integrations. */
@Module({})
export class AgentsModule {
  static register({
    blobs,
    modelNames = null,
    vendorNames = noVendorNames,
    masterKey,
    random,
    outgoing = new OutgoingHttp(),
  }: AgentsOptions): DynamicModule {
    return {
      module: AgentsModule,
      controllers: [AgentsController, DefinitionsController, ToolsController, AgentsAdminController],
      providers: [
        { provide: BLOBS, useValue: blobs },
        { provide: MODEL_NAMES, useValue: modelNames },
        { provide: VENDOR_NAMES, useValue: vendorNames },
        { provide: SECRET_WRAPPING, useValue: { masterKey, random } satisfies SecretWrapping },
        { provide: OUTGOING, useValue: outgoing },
        AgentsStore,
        DefinitionContents,
        ReferencedGraphs,
        Definitions,
        DefinitionSecrets,
        OrganizationTools,
        ReadModels,
        ReferenceChecks,
        ToolRunning,
        Tools,
        VerifyLog,
        VersionBodies,
        WorkspaceTools,
        ...useCases,
      ],
      exports: [ReadModels, VerifyLog],
    };
  }
}
