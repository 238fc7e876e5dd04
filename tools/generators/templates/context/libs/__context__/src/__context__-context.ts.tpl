import { fileURLToPath } from 'node:url';
import { {{Context}}ServiceService } from '@svc/contracts/{{context}}';
import { eventBusMigrations } from '@svc/event-bus';
import { eventStoreMigrations } from '@svc/event-store';
import type { MigrationOptions } from '@svc/postgres';
import { masterKeyMigrations, type ContextDefinition } from '@svc/service-host';
import { ReadModels } from './application/read-models.js';
import { VerifyLog } from './application/verify-log.js';

/** Brings the schema `{{context}}` up to date, for `runMigrations`. */
const {{context}}Migrations: MigrationOptions = {
  schema: '{{context}}',
  folders: [
    eventStoreMigrations,
    masterKeyMigrations,
    eventBusMigrations,
    fileURLToPath(new URL('../prisma/migrations', import.meta.url)),
  ],
};

/** This context, for those who run it; its Nest module is `{{Context}}Module`. */
export const {{context}}Context: ContextDefinition<'{{context}}'> = {
  name: '{{context}}',
  migrations: {{context}}Migrations,
  services: [{{Context}}ServiceService],
  readModels: ReadModels,
  verifyLog: VerifyLog,
};
