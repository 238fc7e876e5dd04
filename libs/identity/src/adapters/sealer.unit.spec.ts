import { randomBytes } from 'node:crypto';
import { createSealer } from './sealer.js';
import { VariableVault } from './variable-vault.js';

const masterKey = Buffer.alloc(32, 1);
const sealer = createSealer(masterKey, 'signing-key', randomBytes);
const secret = Buffer.from('a secret');

describe('a sealed secret', () => {
  it('then it opens at its place, and does not show', () => {
    const sealed = sealer.seal(secret, 'here');
    expect(sealer.open(sealed, 'here')).toEqual(secret);
    expect(sealed.includes(secret)).toBe(false);
  });

  it('when it is sealed twice, then nobody sees that it is the same', () => {
    expect(sealer.seal(secret, 'here')).not.toEqual(sealer.seal(secret, 'here'));
  });

  it('when place, purpose or master key is another, then it does not open', () => {
    const sealed = sealer.seal(secret, 'here');
    expect(() => sealer.open(sealed, 'there')).toThrow();
    expect(() => createSealer(masterKey, 'user-variable', randomBytes).open(sealed, 'here')).toThrow();
    expect(() =>
      createSealer(Buffer.alloc(32, 2), 'signing-key', randomBytes).open(sealed, 'here'),
    ).toThrow();
  });

  it('when any byte was changed, then it does not open', () => {
    const sealed = sealer.seal(secret, 'here');
    for (let index = 0; index < sealed.length; index++) {
      const changed = Buffer.from(sealed);
      changed.writeUInt8(changed.readUInt8(index) ^ 1, index);
      expect(() => sealer.open(changed, 'here')).toThrow();
    }
  });

  it('when the master key has not 32 bytes, then it is refused at once', () => {
    expect(() => createSealer(Buffer.alloc(31), 'signing-key', randomBytes)).toThrow(RangeError);
  });
});

describe('sealed user variables', () => {
  it('then they open for their user alone', () => {
    const vault = new VariableVault({ masterKey, random: randomBytes, tokenIssuer: 'test' });
    const owner = { tenantId: 'org:demo', userId: 'u1' } as const;
    const sealed = vault.seal(owner, { pin: '1234', empty: '' });
    expect(vault.open(owner, sealed)).toEqual({ pin: '1234', empty: '' });
    expect(() => vault.open({ ...owner, userId: 'u2' }, sealed)).toThrow();
    expect(() => vault.open(owner, { empty: sealed['pin'] ?? '' })).toThrow();
  });
});
