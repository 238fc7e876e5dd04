import { fileURLToPath } from 'node:url';
import { blobsMigrations } from '@svc/blobs';
import { eventStoreMigrations } from '@svc/event-store';
import type { MigrationOptions } from '@svc/postgres';

/** Brings the schema `agents` up to date, for `runMigrations`. */
export const agentsMigrations: MigrationOptions = {
  schema: 'agents',
  folders: [
    eventStoreMigrations,
    blobsMigrations,
    fileURLToPath(new URL('../prisma/migrations', import.meta.url)),
  ],
};
