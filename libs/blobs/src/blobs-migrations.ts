import { fileURLToPath } from 'node:url';

/** The migrations of the blob table, for `runMigrations`, in the schema of each context with blobs. */
export const blobsMigrations: string = fileURLToPath(new URL('../migrations', import.meta.url));
