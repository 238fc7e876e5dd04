import { fileURLToPath } from 'node:url';
import { blobsMigrations } from '@svc/blobs';
import {
  AgentsAdminServiceService,
  AgentsServiceService,
  DefinitionsServiceService,
  ToolsServiceService,
} from '@svc/contracts/agents';
import { eventBusMigrations } from '@svc/event-bus';
import { eventStoreMigrations } from '@svc/event-store';
import type { MigrationOptions } from '@svc/postgres';
import { masterKeyMigrations, type ContextDefinition } from '@svc/service-host';
import { definitionSecretTable } from './adapters/definition-secrets.js';
import { ReadModels } from './application/read-models.js';
import { VerifyLog } from './application/verify-log.js';

/** Brings the schema `agents` up to date, for `runMigrations`. */
const agentsMigrations: MigrationOptions = {
  schema: 'agents',
  folders: [
    eventStoreMigrations,
    masterKeyMigrations,
    blobsMigrations,
    eventBusMigrations,
    fileURLToPath(new URL('../prisma/migrations', import.meta.url)),
  ],
};

/** This context, for those who run it; its Nest module is `AgentsModule`. */
export const agentsContext: ContextDefinition<'agents'> = {
  name: 'agents',
  migrations: agentsMigrations,
  services: [AgentsServiceService, DefinitionsServiceService, ToolsServiceService, AgentsAdminServiceService],
  secrets: [definitionSecretTable],
  readModels: ReadModels,
  verifyLog: VerifyLog,
};
