import { SubjectErasedError } from '@svc/errors';
import type { Database, Executor } from '@svc/postgres';
import type { Blobs } from './blobs.js';
import { assertStorableSize, type BlobPlace, type StoredBlob } from './stored-blob.js';

export interface PostgresBlobsOptions {
  readonly database: Database;
  /** The context's schema, with the table of `blobsMigrations`. */
  readonly schema: string;
  /**
   * Owners can be subjects: a put calls the schema's function `is_erased` (from the migrations of the event store). It
   * makes an erasure wait, and refuses values of an erased subject. Default: false.
   */
  readonly hasSubjects?: boolean;
}

/** A table expression for the statement of an append. */
export interface BlobFragment {
  readonly name: string;
  readonly text: string;
  readonly values: readonly unknown[];
}

/** Blobs in the context's own schema, which can take part in its statements and transactions. */
export interface PostgresBlobs extends Blobs {
  /**
   * Stores the value in the statement that refers to it. Does not check for erasure: the append of an event with
   * personal fields does.
   * @throws BlobTooLargeError
   */
  putFragment(blob: StoredBlob): BlobFragment;
  getMany(places: readonly BlobPlace[], executor?: Executor): Promise<readonly (Buffer | undefined)[]>;
  deleteByOwner(owner: string, executor?: Executor): Promise<void>;
}

/** The maximum that one statement deletes. */
const deletedAtOnce = 100;

export function createPostgresBlobs(options: PostgresBlobsOptions): PostgresBlobs {
  const { database, schema, hasSubjects = false } = options;
  if (!/^[a-z_][a-z0-9_]*$/.test(schema)) throw new TypeError(`"${schema}" is not a plain schema name.`);

  const insert = (source: string) => `
    INSERT INTO ${schema}.blob (owner, tenant_id, address, content) ${source}
    ON CONFLICT DO NOTHING`;
  const row = `$1::text, $2::text, decode($3, 'hex'), $4::bytea`;
  const put = insert(`VALUES (${row})`);
  const putUnlessErased = `
    WITH erased AS (SELECT WHERE ${schema}.is_erased($1)),
    kept AS (${insert(`SELECT ${row} WHERE NOT EXISTS (SELECT FROM erased)`)})
    SELECT FROM erased`;

  const getMany = async (places: readonly BlobPlace[], executor: Executor = database) => {
    if (places.length === 0) return [];
    const { rows } = await executor.query<{ place: number; content: Buffer }>({
      name: `${schema}.get_blobs`,
      text: `
        SELECT wanted.place::integer AS place, kept.content
          FROM unnest($1::text[], $2::text[], $3::text[]) WITH ORDINALITY AS wanted (owner, tenant_id, address, place)
          JOIN ${schema}.blob kept ON kept.owner = wanted.owner AND kept.tenant_id = wanted.tenant_id
           AND kept.address = CASE WHEN wanted.address ~ '^[0-9a-f]{64}$' THEN decode(wanted.address, 'hex') END`,
      values: [
        places.map(({ owner }) => owner),
        places.map(({ tenantId }) => tenantId),
        places.map(({ address }) => address),
      ],
    });
    const contents = new Map(rows.map(({ place, content }) => [place - 1, content]));
    return places.map((_, place) => contents.get(place));
  };

  return {
    async put(blob) {
      const { rowCount } = await database.query({
        ...(hasSubjects
          ? { name: `${schema}.put_subject_blob`, text: putUnlessErased }
          : { name: `${schema}.put_blob`, text: put }),
        values: valuesOf(blob),
      });
      if (hasSubjects && rowCount > 0) throw new SubjectErasedError(blob.owner);
    },
    putFragment: (blob) => ({ name: 'blob', text: put, values: valuesOf(blob) }),
    get: async (place) => (await getMany([place]))[0],
    getMany,
    async deleteByOwner(owner, executor = database) {
      let found: number;
      do {
        // Locked in one order: of two processes that delete the same values, one waits, and continues after them.
        const { rowCount } = await executor.query({
          name: `${schema}.delete_blobs`,
          text: `
            WITH found AS MATERIALIZED (
              SELECT tenant_id, address FROM ${schema}.blob WHERE owner = $1
               ORDER BY tenant_id, address LIMIT $2 FOR UPDATE),
            deleted AS (
              DELETE FROM ${schema}.blob kept USING found
               WHERE kept.owner = $1 AND kept.tenant_id = found.tenant_id AND kept.address = found.address)
            SELECT FROM found`,
          values: [owner, deletedAtOnce],
        });
        found = rowCount;
      } while (found > 0);
    },
  };
}

/** @throws BlobTooLargeError */
function valuesOf({ owner, tenantId, address, content }: StoredBlob): readonly unknown[] {
  assertStorableSize(content);
  const { buffer, byteOffset, byteLength } = content;
  return [owner, tenantId, address, Buffer.from(buffer, byteOffset, byteLength)];
}
