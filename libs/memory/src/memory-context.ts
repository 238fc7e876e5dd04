import { fileURLToPath } from 'node:url';
import { MemoryAdminServiceService, MemoryServiceService, RecallServiceService } from '@svc/contracts/memory';
import { blobsMigrations } from '@svc/blobs';
import { eventBusMigrations } from '@svc/event-bus';
import { eventStoreMigrations } from '@svc/event-store';
import type { MigrationOptions } from '@svc/postgres';
import { masterKeyMigrations, SubjectErasure, type ContextDefinition } from '@svc/service-host';
import { ReadModels } from './application/read-models.js';
import { VerifyLog } from './application/verify-log.js';

/** Migrates the schema `memory`, for `runMigrations`. */
const memoryMigrations: MigrationOptions = {
  schema: 'memory',
  folders: [
    eventStoreMigrations,
    masterKeyMigrations,
    blobsMigrations,
    eventBusMigrations,
    fileURLToPath(new URL('../prisma/migrations', import.meta.url)),
  ],
};

/** This context, for a process that runs it. Its Nest module is `MemoryModule`. */
export const memoryContext: ContextDefinition<'memory'> = {
  name: 'memory',
  migrations: memoryMigrations,
  services: [MemoryServiceService, RecallServiceService, MemoryAdminServiceService],
  readModels: ReadModels,
  verifyLog: VerifyLog,
  eraseSubject: SubjectErasure,
};
