export type { Blobs } from './blobs.js';
export { BlobMismatchError, BlobTooLargeError, maxBlobBytes } from './blobs.js';
export { blobsMigrations } from './blobs-migrations.js';
export type { PostgresBlobsOptions } from './postgres-blobs.js';
export { createPostgresBlobs } from './postgres-blobs.js';
