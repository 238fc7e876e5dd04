import { fileURLToPath } from 'node:url';
import { eventStoreMigrations } from '@svc/event-store';
import type { MigrationOptions } from '@svc/postgres';

/** Of PostgreSQL: log and read models. */
export const schema = 'conversations';

/** Brings the schema up to date, for `runMigrations`. */
export const conversationsMigrations: MigrationOptions = {
  schema,
  folders: [eventStoreMigrations, fileURLToPath(new URL('../prisma/migrations', import.meta.url))],
};
