import { fileURLToPath } from 'node:url';

/** The migrations of the inbox, for `runMigrations`: applied in the schema of each context that consumes events. */
export const eventBusMigrations: string = fileURLToPath(new URL('../migrations', import.meta.url));
