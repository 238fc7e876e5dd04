import { hash, randomBytes } from 'node:crypto';
import { organizationTenant } from '@svc/kernel';
import { BlobMismatchError, BlobTooLargeError, maxBlobBytes, type Blobs } from '../src/blobs.js';

/** What every store of blobs must do; each adapter's tests call it. */
export function describeBlobs(open: () => Blobs): void {
  const tenant = organizationTenant('one');
  const other = organizationTenant('two');
  const address = (bytes: Uint8Array): string => hash('sha256', bytes, 'hex');

  test('given a value was put, when it is asked for, then the same bytes come back', async () => {
    const bytes = randomBytes(3 * 1024 * 1024);
    await open().put(tenant, address(bytes), bytes);
    expect(Buffer.compare((await open().get(tenant, address(bytes))) ?? Buffer.alloc(0), bytes)).toBe(0);
  });

  test('given a value was put, when it is put again, also by two at once, then nothing changes', async () => {
    const bytes = randomBytes(100);
    await open().put(tenant, address(bytes), bytes);
    await Promise.all([open().put(tenant, address(bytes), bytes), open().put(tenant, address(bytes), bytes)]);
    expect(await open().get(tenant, address(bytes))).toEqual(bytes);
  });

  test('given a value of one tenant, when another asks for its address, then there is none', async () => {
    const bytes = randomBytes(100);
    await open().put(tenant, address(bytes), bytes);
    expect(await open().get(other, address(bytes))).toBeUndefined();
  });

  test('when bytes are put under an address that is not theirs, then they are refused', async () => {
    const bytes = randomBytes(100);
    const wrong = address(randomBytes(100));
    await expect(open().put(tenant, wrong, bytes)).rejects.toThrow(BlobMismatchError);
    expect(await open().get(tenant, wrong)).toBeUndefined();
  });

  test('when bytes above the limit are put, then they are refused', async () => {
    const bytes = Buffer.alloc(maxBlobBytes + 1);
    const refused = open().put(tenant, address(bytes), bytes);
    await expect(refused).rejects.toBeInstanceOf(BlobTooLargeError);
    await expect(refused).rejects.toThrow(`at most ${maxBlobBytes} `);
    expect(await open().get(tenant, address(bytes))).toBeUndefined();
  });

  test('given a part of a larger array, when it is put, then only that part is kept', async () => {
    const bytes = new Uint8Array([1, 2, 3, 4]).subarray(1, 3);
    await open().put(tenant, address(bytes), bytes);
    expect([...((await open().get(tenant, address(bytes))) ?? [])]).toEqual([2, 3]);
  });

  test.each(['', 'abc', 'Z'.repeat(64)])('when %p is asked for, then there is none', async (malformed) => {
    expect(await open().get(tenant, malformed)).toBeUndefined();
  });

  test('given an empty value, when it is asked for, then it is found', async () => {
    await open().put(tenant, address(Buffer.alloc(0)), Buffer.alloc(0));
    expect(await open().get(tenant, address(Buffer.alloc(0)))).toHaveLength(0);
  });
}
