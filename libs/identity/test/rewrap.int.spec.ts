import { randomBytes } from 'node:crypto';
import { DataKeyServiceService, IdentityServiceService } from '@svc/contracts/identity';
import { userSubject } from '@svc/kernel';
import { createClient } from '@svc/rpc';
import { MasterKey } from '@svc/sealing';
import { rewrapSecrets } from '@svc/service-host';
import { identityContext } from '../src/index.js';
import { newUser, startDemo, type Demo } from './demo.js';
import { identityOptions, serveIdentity, testPlatform } from './identity-process.js';

let demo: Demo;
beforeEach(async () => void (demo = await startDemo()));
afterEach(() => demo.stop());

const next = new MasterKey(Buffer.alloc(32, 9));
const dump = async (table: string) =>
  (
    await demo.storage.database.query<{ row: string }>({
      name: `wrapped_${table}`,
      text: `SELECT t::text AS row FROM identity.${table} t ORDER BY 1`,
      values: [],
    })
  ).rows.map(({ row }) => row);

describe('identity under another master key', () => {
  it('returns the same keys of existing users, and verifies and signs tokens as before', async () => {
    const { userId } = await demo.identity.createUser(newUser(demo.owner));
    const gone = await demo.identity.createUser(newUser(demo.owner));
    await demo.identity.deleteUser({ caller: demo.owner, userId: gone.userId });
    const subjects = [userId, gone.userId, demo.owner.userId].map((id) => userSubject('org:demo', id));
    const bySubject = (keys: readonly { subject: string }[]) =>
      keys.toSorted((one, other) => (one.subject < other.subject ? -1 : 1));
    const keysBefore = bySubject((await demo.dataKeys.getKeys({ subjects })).keys);
    const jwksBefore = await demo.identity.getJwks({});

    const { database } = demo.storage;
    const { masterKey: from } = identityOptions;
    const { secrets = [] } = identityContext;
    const change = { database, schema: 'identity', secrets, from, to: next, random: randomBytes };
    // A signing key, and the data keys of two users.
    expect(await rewrapSecrets(change)).toBe(3);

    const options = { ...identityOptions, masterKey: next };
    const restarted = await serveIdentity(testPlatform(demo.storage, demo.clock), options);
    const [identity, dataKeys] = [
      createClient(IdentityServiceService, restarted.address),
      createClient(DataKeyServiceService, restarted.address),
    ];
    try {
      expect(bySubject((await dataKeys.getKeys({ subjects })).keys)).toEqual(keysBefore);
      expect(await identity.getJwks({})).toEqual(jwksBefore);
      const { users } = await identity.getUserContexts({ users: [{ orgId: 'demo', userId }] });
      expect(users[0]?.profile?.firstName).toBe('Uma');
      await identity.updateUser({ caller: demo.owner, userId, firstName: 'Ulla', additionalContext: [] });
      await identity.createUser(newUser(demo.owner));
    } finally {
      identity.close();
      dataKeys.close();
      await restarted.stop(0);
    }
  });

  it('no longer names the former one, in any table with wrapped keys', async () => {
    const { database } = demo.storage;
    const { secrets = [] } = identityContext;
    const { masterKey: from } = identityOptions;
    const { rows } = await database.query<{ name: string }>({
      name: 'wrapping_tables',
      text: `SELECT table_name AS name FROM information_schema.columns
              WHERE table_schema = 'identity' AND column_name = 'wrapping_key_id' ORDER BY 1`,
      values: [],
    });
    const tables = rows.map(({ name }) => name);
    expect(secrets.map(({ table }) => table).sort()).toEqual(tables.map((name) => `identity.${name}`));
    await rewrapSecrets({ database, schema: 'identity', secrets, from, to: next, random: randomBytes });
    for (const table of [...tables, 'master_key']) expect((await dump(table)).join()).not.toContain(from.id);
  });
});
