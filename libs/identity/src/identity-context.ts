import { fileURLToPath } from 'node:url';
import {
  DataKeyServiceService,
  IdentityAdminServiceService,
  IdentityServiceService,
  PersonServiceService,
} from '@svc/contracts/identity';
import { eventBusMigrations } from '@svc/event-bus';
import { eventStoreMigrations } from '@svc/event-store';
import type { MigrationOptions } from '@svc/postgres';
import { dataKeySecrets, dataKeyTable } from '@svc/privacy';
import { masterKeyMigrations, type ContextDefinition } from '@svc/service-host';
import { signingKeySecrets } from './adapters/signing-keys.js';
import { EraseSubject } from './application/erase-subject.js';
import { ReadModels } from './application/read-models.js';
import { VerifyLog } from './application/verify-log.js';
import { userTable } from './projections/user-table.js';

/** Brings the schema `identity` up to date, for `runMigrations`. */
const identityMigrations: MigrationOptions = {
  schema: 'identity',
  folders: [
    eventStoreMigrations,
    masterKeyMigrations,
    eventBusMigrations,
    fileURLToPath(new URL('../prisma/migrations', import.meta.url)),
  ],
};

/** This context, for those who run it; its Nest module is `IdentityModule`. */
export const identityContext: ContextDefinition<'identity'> = {
  name: 'identity',
  migrations: identityMigrations,
  services: [
    IdentityServiceService,
    PersonServiceService,
    DataKeyServiceService,
    IdentityAdminServiceService,
  ],
  isConfidential: true,
  secrets: [signingKeySecrets, dataKeySecrets],
  readModels: ReadModels,
  verifyLog: VerifyLog,
  eraseSubject: EraseSubject,
  plainTables: [dataKeyTable, userTable.name],
};
