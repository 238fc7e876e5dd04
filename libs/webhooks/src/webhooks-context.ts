import { fileURLToPath } from 'node:url';
import { WebhooksServiceService } from '@svc/contracts/webhooks';
import { eventBusMigrations } from '@svc/event-bus';
import { eventStoreMigrations } from '@svc/event-store';
import type { MigrationOptions } from '@svc/postgres';
import { masterKeyMigrations, type ContextDefinition } from '@svc/service-host';
import { destinationSecretTable } from './adapters/destination-secrets.js';
import { ReadModels } from './application/read-models.js';
import { VerifyLog } from './application/verify-log.js';

/** Brings the schema `webhooks` up to date, for `runMigrations`. */
const webhooksMigrations: MigrationOptions = {
  schema: 'webhooks',
  folders: [
    eventStoreMigrations,
    masterKeyMigrations,
    eventBusMigrations,
    fileURLToPath(new URL('../prisma/migrations', import.meta.url)),
  ],
};

/** This context, for those who run it; its Nest module is `WebhooksModule`. */
export const webhooksContext: ContextDefinition<'webhooks'> = {
  name: 'webhooks',
  migrations: webhooksMigrations,
  services: [WebhooksServiceService],
  secrets: [destinationSecretTable],
  readModels: ReadModels,
  verifyLog: VerifyLog,
};
