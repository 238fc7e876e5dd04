import { randomBytes } from 'node:crypto';
import { SubjectErasedError } from '@svc/errors';
import { organizationTenant } from '@svc/kernel';
import { createTestDatabase, type TestDatabase } from '@svc/testing';
import { describeBlobs } from '../test/blobs-contract.js';
import { blobsMigrations } from './blobs-migrations.js';
import { assertPlainBlob, BlobMismatchError, plainBlob } from './plain-blob.js';
import { createPostgresBlobs } from './postgres-blobs.js';
import { BlobTooLargeError, maxBlobBytes } from './stored-blob.js';

const schema = 'conversations';
const tenantId = organizationTenant('one');
const blobOf = (owner: string, bytes = randomBytes(100)) => plainBlob({ tenantId, owner }, bytes);
let fixture: TestDatabase;

beforeAll(async () => {
  fixture = await createTestDatabase({ migrations: { schema, folders: [blobsMigrations] } });
  // In place of the migrations of the event store.
  await fixture.database.pool.query(`
    CREATE TABLE ${schema}.erased_subject (subject text PRIMARY KEY);
    CREATE FUNCTION ${schema}.is_erased(whose text) RETURNS boolean LANGUAGE sql
      AS 'SELECT EXISTS (SELECT FROM ${schema}.erased_subject WHERE subject = whose)'`);
});
afterAll(() => fixture.drop());

const open = (options: { hasSubjects?: boolean } = {}) =>
  createPostgresBlobs({ database: fixture.database, schema, ...options });

describe('blobs in Postgres', () => {
  describeBlobs(open);

  test('given a changed stored value, when it is checked, then the damage is an error', async () => {
    const blob = blobOf('org:one/agent/damaged', Buffer.from('as it was'));
    await open().put(blob);
    const change = `UPDATE ${schema}.blob SET content = 'changed' WHERE content = $1`;
    await fixture.database.pool.query(change, [blob.content]);
    const content = await open().get(blob);
    expect(() => assertPlainBlob({ ...blob, content: content! })).toThrow(BlobMismatchError);
  });

  test('given an invalid schema name, then it is refused', () => {
    expect(() => createPostgresBlobs({ database: fixture.database, schema: 'a; b' })).toThrow(TypeError);
  });
});

describe('blobs in Postgres with subjects as owners', () => {
  const withSubjects = () => open({ hasSubjects: true });
  describeBlobs(withSubjects);

  test('given an erased subject, when a value of it is put, then it is refused and nothing is stored', async () => {
    const blob = blobOf('org:one/user/erased');
    await withSubjects().put(blob);
    await withSubjects().deleteByOwner(blob.owner);
    await fixture.database.pool.query(`INSERT INTO ${schema}.erased_subject VALUES ($1)`, [blob.owner]);
    const refused = withSubjects().put(blob);
    await expect(refused).rejects.toThrow(SubjectErasedError);
    await expect(refused).rejects.toMatchObject({ code: 'not_found' });
    expect(await withSubjects().get(blob)).toBeUndefined();
    await expect(withSubjects().put(blobOf('org:one/user/other'))).resolves.toBeUndefined();
  });
});

describe('the fragment of a blob', () => {
  test('when its statement runs, then the value is there; equal bytes again change nothing', async () => {
    const blob = blobOf('org:one/user/u1');
    const { name, text, values } = open().putFragment(blob);
    const statement = { name: 'with_blob', text: `WITH ${name} AS (${text}) SELECT 1 AS done`, values };
    for (const _ of ['once', 'twice'])
      expect((await fixture.database.query(statement)).rows).toEqual([{ done: 1 }]);
    expect(await open().get(blob)).toEqual(blob.content);
  });

  test('given bytes above the limit, then there is none', () => {
    const blob = blobOf('org:one/user/u1', Buffer.alloc(maxBlobBytes + 1));
    expect(() => open().putFragment(blob)).toThrow(BlobTooLargeError);
  });

  test('when its transaction is rolled back, then only that transaction saw the value', async () => {
    const blob = blobOf('org:one/user/u2');
    const { name, text, values } = open().putFragment(blob);
    const work = fixture.database.transaction(async (tx) => {
      await tx.query({ name: 'with_blob', text: `WITH ${name} AS (${text}) SELECT 1 AS done`, values });
      expect(await open().getMany([blob], tx)).toEqual([blob.content]);
      await open().deleteByOwner(blob.owner, tx);
      expect(await open().getMany([blob], tx)).toEqual([undefined]);
      throw new RangeError('rolled back');
    });
    await expect(work).rejects.toThrow('rolled back');
    expect(await open().get(blob)).toBeUndefined();
  });
});
