import { fileURLToPath } from 'node:url';
import {
  AnalyticsServiceService,
  AuditServiceService,
  EntityServiceService,
  InferenceServiceService,
  TablesServiceService,
  WorldAdminServiceService,
  WorldServiceService,
} from '@svc/contracts/world';
import { eventBusMigrations } from '@svc/event-bus';
import { eventStoreMigrations } from '@svc/event-store';
import type { MigrationOptions } from '@svc/postgres';
import { masterKeyMigrations, SubjectErasure, type ContextDefinition } from '@svc/service-host';
import { plainTables } from './application/erase-subject.js';
import { ReadModels } from './application/read-models.js';
import { VerifyLog } from './application/verify-log.js';

/** Brings the schema `world` up to date, for `runMigrations`. */
const worldMigrations: MigrationOptions = {
  schema: 'world',
  folders: [
    eventStoreMigrations,
    masterKeyMigrations,
    eventBusMigrations,
    fileURLToPath(new URL('../prisma/migrations', import.meta.url)),
  ],
};

/** This context, for those who run it; its Nest module is `WorldModule`. */
export const worldContext: ContextDefinition<'world'> = {
  name: 'world',
  migrations: worldMigrations,
  services: [
    ...[WorldServiceService, AnalyticsServiceService, AuditServiceService, EntityServiceService],
    ...[WorldAdminServiceService, TablesServiceService, InferenceServiceService],
  ],
  readModels: ReadModels,
  verifyLog: VerifyLog,
  eraseSubject: SubjectErasure,
  plainTables,
};
