import { blobsMigrations, createPostgresBlobs, plainBlob } from '@svc/blobs';
import { runMigrations } from '@svc/postgres';
import type { TestDatabase } from '@svc/testing';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { noteTaken } from '../../test/account.js';
import {
  createAccountDatabase,
  metadata,
  newAccountStream,
  openStore,
  schema,
  subject,
  tenant,
} from '../../test/account-log.js';
import { eventStoreMigrations } from '../event-store-migrations.js';
import { emptyStreamHead } from '../stream-head.js';

let test: TestDatabase;
beforeAll(async () => {
  test = await createAccountDatabase();
  await runMigrations(test.database, { schema, folders: [eventStoreMigrations, blobsMigrations] });
});
afterAll(() => test.drop());

it('a value too large for an event goes by reference, and comes back whole', async () => {
  const store = openStore(test);
  const blobs = createPostgresBlobs({ schema, database: test.database });
  const text = 'é'.repeat(100_000);
  const request = {
    tenantId: tenant,
    subject,
    streamId: newAccountStream(),
    expected: emptyStreamHead,
    metadata,
  };
  await expect(store.append(test.database, { ...request, events: [noteTaken(text)] })).rejects.toMatchObject({
    name: 'PayloadTooLargeError',
  });

  const owner = { tenantId: tenant, owner: request.streamId };
  const blob = plainBlob(owner, Buffer.from(text));
  await store.append(test.database, {
    ...request,
    events: [noteTaken(blob.address)],
    alongside: [blobs.putFragment(blob)],
  });

  const [read] = await store.readStream(test.database, request.streamId);
  const { text: address } = read?.event.data as { text: string };
  expect((await blobs.get({ ...owner, address }))?.toString()).toBe(text);
});
