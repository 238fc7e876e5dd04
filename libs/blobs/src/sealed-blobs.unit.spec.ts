import { randomBytes } from 'node:crypto';
import { SubjectErasedError } from '@svc/errors';
import { organizationTenant } from '@svc/kernel';
import { BrokenSealError, DataKey, type SubjectKey } from '@svc/sealing';
import { createMemoryBlobs } from '../test/memory-blobs.js';
import { plainBlob } from './plain-blob.js';
import { openBlob, sealBlob } from './sealed-blob.js';
import { SealedBlobs } from './sealed-blobs.js';

const tenantId = organizationTenant('one');
const subject = 'org:one/user/u1';
const owner = { tenantId, owner: subject };
const words = Buffer.from('My knee hurts.');
const keyOf = (id: number) => new DataKey(`00000000-0000-4000-8000-00000000000${id}`, randomBytes(32));

function given() {
  const keys = new Map<string, SubjectKey>([
    [subject, keyOf(1)],
    ['org:one/user/u2', keyOf(2)],
  ]);
  const get = async (asked: string) => keys.get(asked)!;
  const getAll = async (asked: readonly string[]) => new Map(asked.map((each) => [each, keys.get(each)!]));
  const blobs = createMemoryBlobs();
  return { keys, blobs, sealed: new SealedBlobs({ blobs, keys: { get, getAll }, random: randomBytes }) };
}

describe('values of subjects', () => {
  it('given one was put, then it opens again, and is stored neither plainly nor under an address to guess', async () => {
    const { blobs, sealed } = given();
    const address = await sealed.put(owner, words);
    expect(await sealed.get({ ...owner, address })).toEqual(words);
    const stored = await blobs.get({ ...owner, address });
    expect(stored?.includes('knee')).toBe(false);
    expect(address).toMatch(/^[0-9a-f]{64}$/);
    expect(address).not.toBe(plainBlob(owner, words).address);
    expect(await sealed.get({ ...owner, address: 'ab'.repeat(32) })).toBeUndefined();
  });

  it('given equal bytes, then they have one address at a subject, and others elsewhere', async () => {
    const { blobs, sealed } = given();
    const address = await sealed.put(owner, words);
    const stored = await blobs.get({ ...owner, address });
    expect(await sealed.put(owner, words)).toBe(address);
    expect(await blobs.get({ ...owner, address })).toEqual(stored);
    expect(await sealed.put({ ...owner, owner: 'org:one/user/u2' }, words)).not.toBe(address);
    expect(await sealed.put({ ...owner, tenantId: organizationTenant('two') }, words)).not.toBe(address);
  });

  it('given an erased subject, then nothing is put, and what there was is told as erased', async () => {
    const { keys, blobs, sealed } = given();
    const address = await sealed.put(owner, words);
    keys.set(subject, 'erased');
    expect(await sealed.get({ ...owner, address })).toBe('erased');
    await expect(sealed.put(owner, Buffer.from('more'))).rejects.toThrow(SubjectErasedError);
    await blobs.deleteByOwner(subject);
    expect(await blobs.get({ ...owner, address })).toBeUndefined();
  });
});

describe('a sealed blob', () => {
  const key = keyOf(1);
  const blob = sealBlob(owner, words, key, randomBytes);

  it('opens in its place', () => {
    expect(openBlob(blob, key)).toEqual(words);
  });

  it.each([
    ['owner', { owner: 'org:one/user/u2' }],
    ['address', { address: 'ab'.repeat(32) }],
    ['tenant', { tenantId: organizationTenant('two') }],
    ['content', { content: Buffer.from(blob.content).reverse() }],
    ['content, which is no seal', { content: words }],
  ])('that got another %s does not open', (_what, moved) => {
    expect(() => openBlob({ ...blob, ...moved }, key)).toThrow(BrokenSealError);
  });

  it('does not open under another key', () => {
    expect(() => openBlob(blob, keyOf(1))).toThrow(BrokenSealError);
  });
});
