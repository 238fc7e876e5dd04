import { randomBytes } from 'node:crypto';
import { organizationTenant } from '@svc/kernel';
import { BrokenSealError, DataKey } from '@svc/sealing';
import { plainBlob } from './plain-blob.js';
import { openBlob, sealBlob } from './sealed-blob.js';

const tenantId = organizationTenant('one');
const owner = { tenantId, owner: 'org:one/user/u1' };
const words = Buffer.from('My knee hurts.');
const keyOf = (id: number) => new DataKey(`00000000-0000-4000-8000-00000000000${id}`, randomBytes(32));

describe('a sealed blob', () => {
  const key = keyOf(1);
  const blob = sealBlob(owner, words, key, randomBytes);

  it('opens in its place, and reveals nothing in its content or address', () => {
    expect(openBlob(blob, key)).toEqual(words);
    expect(Buffer.from(blob.content).includes('knee')).toBe(false);
    expect(blob.address).toMatch(/^[0-9a-f]{64}$/);
    expect(blob.address).not.toBe(plainBlob(owner, words).address);
  });

  it('has one address for equal bytes of a subject, and another elsewhere', () => {
    expect(sealBlob(owner, words, key, randomBytes).address).toBe(blob.address);
    expect(sealBlob(owner, words, keyOf(2), randomBytes).address).not.toBe(blob.address);
    const elsewhere = { ...owner, tenantId: organizationTenant('two') };
    expect(sealBlob(elsewhere, words, key, randomBytes).address).not.toBe(blob.address);
  });

  it.each([
    ['owner', { owner: 'org:one/user/u2' }],
    ['address', { address: 'ab'.repeat(32) }],
    ['tenant', { tenantId: organizationTenant('two') }],
    ['content', { content: Buffer.from(blob.content).reverse() }],
    ['content, which is no seal', { content: words }],
  ])('does not open with another %s', (_what, moved) => {
    expect(() => openBlob({ ...blob, ...moved }, key)).toThrow(BrokenSealError);
  });

  it('does not open under another key', () => {
    expect(() => openBlob(blob, keyOf(1))).toThrow(BrokenSealError);
  });
});
