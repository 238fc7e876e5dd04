export type { Blobs } from './blobs.js';
export { blobsMigrations } from './blobs-migrations.js';
export { assertPlainBlob, BlobMismatchError, plainBlob } from './plain-blob.js';
export type { BlobFragment, PostgresBlobs, PostgresBlobsOptions } from './postgres-blobs.js';
export { createPostgresBlobs } from './postgres-blobs.js';
export { openBlob, sealBlob } from './sealed-blob.js';
export type { BlobOwner, BlobPlace, StoredBlob } from './stored-blob.js';
export { BlobTooLargeError, maxBlobBytes } from './stored-blob.js';
