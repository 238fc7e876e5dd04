import { hash } from 'node:crypto';
import { organizationTenant } from '@svc/kernel';
import { assertPlainBlob, BlobMismatchError, plainBlob } from './plain-blob.js';

const owner = { tenantId: organizationTenant('one'), owner: 'org:one/agent/a1' };
const bytes = Buffer.from('Be kind.');

it('given bytes without a subject, then their address is the SHA-256 of tenant and bytes, each prefixed by its length', () => {
  const blob = plainBlob(owner, bytes);
  const hashed = `\0\0\0\x07org:one\0\0\0\x08Be kind.`;
  expect(blob).toEqual({ ...owner, address: hash('sha256', hashed, 'hex'), content: bytes });
  expect(() => assertPlainBlob(blob)).not.toThrow();
  expect(plainBlob({ ...owner, tenantId: organizationTenant('two') }, bytes).address).not.toBe(blob.address);
});

it.each([
  ['other bytes', { content: Buffer.from('Be rude.') }],
  ['another address', { address: 'ab'.repeat(32) }],
  ['another tenant', { tenantId: organizationTenant('two') }],
])('given a blob with %s, then the mismatch is an error, without the bytes in it', (_what, changes) => {
  const check = () => assertPlainBlob({ ...plainBlob(owner, bytes), ...changes });
  expect(check).toThrow(BlobMismatchError);
  expect(check).not.toThrow(/kind|rude/);
});
