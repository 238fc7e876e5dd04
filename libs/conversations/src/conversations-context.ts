import { fileURLToPath } from 'node:url';
import { blobsMigrations } from '@svc/blobs';
import {
  ConversationsAdminServiceService,
  ConversationsServiceService,
  InsightsServiceService,
  ReplayServiceService,
  SurfacesServiceService,
  TranscriptServiceService,
  WaitsServiceService,
  WorkspaceConversationsServiceService,
} from '@svc/contracts/conversations';
import { eventBusMigrations } from '@svc/event-bus';
import { eventStoreMigrations } from '@svc/event-store';
import type { MigrationOptions } from '@svc/postgres';
import { masterKeyMigrations, SubjectErasure, type ContextDefinition } from '@svc/service-host';
import { ReadModels } from './application/read-models.js';
import { VerifyLog } from './application/verify-log.js';

/** Migrates the schema `conversations`, for `runMigrations`. */
const conversationsMigrations: MigrationOptions = {
  schema: 'conversations',
  folders: [
    eventStoreMigrations,
    masterKeyMigrations,
    blobsMigrations,
    eventBusMigrations,
    fileURLToPath(new URL('../prisma/migrations', import.meta.url)),
  ],
};

/** This context, for a process that runs it. Its Nest module is `ConversationsModule`. */
export const conversationsContext: ContextDefinition<'conversations'> = {
  name: 'conversations',
  migrations: conversationsMigrations,
  services: [
    ConversationsServiceService,
    WorkspaceConversationsServiceService,
    WaitsServiceService,
    ConversationsAdminServiceService,
    InsightsServiceService,
    ReplayServiceService,
    SurfacesServiceService,
    TranscriptServiceService,
  ],
  readModels: ReadModels,
  verifyLog: VerifyLog,
  eraseSubject: SubjectErasure,
};
