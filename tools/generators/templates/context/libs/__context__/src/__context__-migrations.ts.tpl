import { fileURLToPath } from 'node:url';
import { eventStoreMigrations } from '@svc/event-store';

const own = fileURLToPath(new URL('../prisma/migrations', import.meta.url));

/** For `runMigrations`: the Postgres schema of this context and its migrations, the event log first. */
export const {{context}}Migrations = { schema: '{{context}}', folders: [eventStoreMigrations, own] } as const;
