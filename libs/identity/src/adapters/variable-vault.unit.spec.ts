import { randomBytes } from 'node:crypto';
import { MasterKey } from '@svc/sealing';
import { VariableVault } from './variable-vault.js';

describe('sealed user variables', () => {
  it('then they open for their user alone', () => {
    const masterKey = new MasterKey(Buffer.alloc(32, 1));
    const vault = new VariableVault({ masterKey, random: randomBytes, tokenIssuer: 'test' });
    const owner = { tenantId: 'org:demo', userId: 'u1' } as const;
    const sealed = vault.seal(owner, { pin: '1234', empty: '' });
    expect(vault.open(owner, sealed)).toEqual({ pin: '1234', empty: '' });
    expect(() => vault.open({ ...owner, userId: 'u2' }, sealed)).toThrow();
    expect(() => vault.open(owner, { empty: sealed['pin'] ?? '' })).toThrow();
  });
});
