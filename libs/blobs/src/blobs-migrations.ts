import { fileURLToPath } from 'node:url';

/** The migrations of the blob table, for `runMigrations`: applied in each context's schema that keeps blobs. */
export const blobsMigrations: string = fileURLToPath(new URL('../migrations', import.meta.url));
