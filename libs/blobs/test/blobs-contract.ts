import { randomBytes } from 'node:crypto';
import { organizationTenant } from '@svc/kernel';
import type { Blobs } from '../src/blobs.js';
import { plainBlob } from '../src/plain-blob.js';
import { BlobTooLargeError, maxBlobBytes } from '../src/stored-blob.js';

/** The contract of every blob store; each adapter's tests call it. */
export function describeBlobs(open: () => Blobs): void {
  const tenantId = organizationTenant('one');
  const owner = 'org:one/agent/a1';
  const blobOf = (bytes: Uint8Array, changes: object = {}) => ({
    ...plainBlob({ tenantId, owner }, bytes),
    ...changes,
  });

  test('given a value was put, when it is asked for, then the same bytes come back', async () => {
    const blob = blobOf(randomBytes(3 * 1024 * 1024));
    await open().put(blob);
    expect(Buffer.compare((await open().get(blob)) ?? Buffer.alloc(0), blob.content)).toBe(0);
  });

  test('given a value was put, when it is put again, also by two at once, then nothing changes', async () => {
    const blob = blobOf(randomBytes(100));
    await open().put(blob);
    await Promise.all([open().put(blob), open().put({ ...blob, content: randomBytes(100) })]);
    expect(await open().get(blob)).toEqual(blob.content);
  });

  test.each([
    ['tenant', { tenantId: organizationTenant('two') }],
    ['owner', { owner: 'org:one/agent/a2' }],
    ['address', { address: 'ab'.repeat(32) }],
  ])('given a value, when its place is asked for with another %s, then there is none', async (_, other) => {
    const blob = blobOf(randomBytes(100));
    await open().put(blob);
    expect(await open().get({ ...blob, ...other })).toBeUndefined();
  });

  test('given one address for two owners, then each has its own value', async () => {
    const blob = blobOf(randomBytes(100));
    const other = { ...blob, owner: 'org:one/agent/a3', content: randomBytes(100) };
    await Promise.all([blob, other].map((each) => open().put(each)));
    expect(await open().getMany([other, blob])).toEqual([other.content, blob.content]);
  });

  test('when several are asked for, then they come in that order, and missing ones as undefined', async () => {
    const [one, two] = [blobOf(randomBytes(10)), blobOf(randomBytes(20), { owner: 'org:one/agent/a4' })];
    for (const blob of [one, two]) await open().put(blob);
    const unknown = { ...one, address: 'ef'.repeat(32) };
    const malformed = { ...one, address: 'no address' };
    expect(await open().getMany([two, unknown, one, malformed, two])).toEqual([
      two.content,
      undefined,
      one.content,
      undefined,
      two.content,
    ]);
    expect(await open().getMany([])).toEqual([]);
  });

  test('when bytes above the limit are put, then they are refused', async () => {
    const blob = blobOf(Buffer.alloc(maxBlobBytes + 1));
    const refused = open().put(blob);
    await expect(refused).rejects.toBeInstanceOf(BlobTooLargeError);
    await expect(refused).rejects.toThrow(`at most ${maxBlobBytes} `);
    expect(await open().get(blob)).toBeUndefined();
  });

  test('given a part of a larger array, when it is put, then only that part is stored', async () => {
    const blob = blobOf(new Uint8Array([1, 2, 3, 4]).subarray(1, 3));
    await open().put(blob);
    expect([...((await open().get(blob)) ?? [])]).toEqual([2, 3]);
  });

  test.each(['', 'abc', 'Z'.repeat(64)])('when %p is asked for, then there is none', async (address) => {
    expect(await open().get({ tenantId, owner, address })).toBeUndefined();
  });

  test('given an empty value, when it is asked for, then it is found', async () => {
    const blob = blobOf(Buffer.alloc(0));
    await open().put(blob);
    expect(await open().get(blob)).toHaveLength(0);
  });

  test('when an owner is deleted, then all of its values are gone, and those of others are not', async () => {
    const mine = 'org:one/agent/gone';
    const blobs = Array.from({ length: 250 }, () => blobOf(randomBytes(10), { owner: mine }));
    const elsewhere = blobOf(randomBytes(10), { owner: mine, tenantId: organizationTenant('two') });
    const other = blobOf(randomBytes(10), { owner: `${mine}r` });
    await Promise.all([...blobs, elsewhere, other].map((blob) => open().put(blob)));
    await Promise.all([open().deleteByOwner(mine), open().deleteByOwner(mine)]);
    const left = await open().getMany([...blobs, elsewhere]);
    expect(left.filter((content) => content !== undefined)).toEqual([]);
    expect(await open().get(other)).toEqual(other.content);
    await open().deleteByOwner(mine);
  });
}
