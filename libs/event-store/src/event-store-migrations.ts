import { fileURLToPath } from 'node:url';

/** The migrations of the event log, for `runMigrations`: applied in each context's schema before the context's own. */
export const eventStoreMigrations: string = fileURLToPath(new URL('../migrations', import.meta.url));
