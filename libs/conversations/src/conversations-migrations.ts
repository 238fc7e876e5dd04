import { fileURLToPath } from 'node:url';
import { eventStoreMigrations } from '@svc/event-store';
import type { MigrationOptions } from '@svc/postgres';

/** Brings the schema `conversations` up to date, for `runMigrations`. */
export const conversationsMigrations: MigrationOptions = {
  schema: 'conversations',
  folders: [eventStoreMigrations, fileURLToPath(new URL('../prisma/migrations', import.meta.url))],
};
