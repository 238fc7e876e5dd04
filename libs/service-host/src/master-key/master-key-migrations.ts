import { fileURLToPath } from 'node:url';

/** The table of master keys, for `runMigrations`: applied in each context's schema before the context's own. */
export const masterKeyMigrations: string = fileURLToPath(new URL('../../migrations', import.meta.url));
