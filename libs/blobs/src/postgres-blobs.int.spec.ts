import { hash } from 'node:crypto';
import { organizationTenant } from '@svc/kernel';
import { createTestDatabase, type TestDatabase } from '@svc/testing';
import { describeBlobs } from '../test/blobs-contract.js';
import { BlobMismatchError } from './blobs.js';
import { blobsMigrations } from './blobs-migrations.js';
import { createPostgresBlobs } from './postgres-blobs.js';

describe('blobs in Postgres', () => {
  const schema = 'agents';
  let fixture: TestDatabase;

  beforeAll(async () => {
    fixture = await createTestDatabase({ migrations: { schema, folders: [blobsMigrations] } });
  });
  afterAll(() => fixture.drop());

  const open = () => createPostgresBlobs({ database: fixture.database, schema });
  describeBlobs(open);

  test('given a stored value was changed, when it is read, then the damage is told', async () => {
    const tenant = organizationTenant('one');
    const bytes = Buffer.from('as it was');
    const sha256 = hash('sha256', bytes, 'hex');
    await open().put(tenant, sha256, bytes);
    await fixture.database.pool.query(`UPDATE agents.blob SET content = 'changed' WHERE content = $1`, [
      bytes,
    ]);
    await expect(open().get(tenant, sha256)).rejects.toThrow(BlobMismatchError);
  });
});
