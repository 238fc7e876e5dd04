import type { Database } from '@svc/postgres';
import { BlobTooLargeError, maxBlobBytes, type Blobs } from './blobs.js';
import { assertSha256 } from './sha256.js';

export interface PostgresBlobsOptions {
  readonly database: Database;
  /** The context's schema, where `blobsMigrations` have made the table. */
  readonly schema: string;
}

/** Blobs in the context's own Postgres schema. */
export function createPostgresBlobs({ database, schema }: PostgresBlobsOptions): Blobs {
  if (!/^[a-z_][a-z0-9_]*$/.test(schema)) throw new TypeError(`"${schema}" is not a plain schema name.`);
  return {
    async put(tenantId, sha256, bytes) {
      if (bytes.byteLength > maxBlobBytes) throw new BlobTooLargeError(bytes.byteLength);
      assertSha256(bytes, sha256);
      await database.query({
        name: `${schema}_put_blob`,
        text: `INSERT INTO ${schema}.blob (tenant_id, sha256, content) VALUES ($1, decode($2, 'hex'), $3)
               ON CONFLICT DO NOTHING`,
        values: [tenantId, sha256, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)],
      });
    },
    async get(tenantId, sha256) {
      if (!/^[0-9a-f]{64}$/.test(sha256)) return undefined;
      const { rows } = await database.query<{ content: Buffer }>({
        name: `${schema}_get_blob`,
        text: `SELECT content FROM ${schema}.blob WHERE tenant_id = $1 AND sha256 = decode($2, 'hex')`,
        values: [tenantId, sha256],
      });
      const content = rows[0]?.content;
      if (content) assertSha256(content, sha256);
      return content;
    },
  };
}
