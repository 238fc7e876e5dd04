import { DataKeyServiceService, IdentityServiceService } from '@svc/contracts/identity';
import { StartupError } from '@svc/errors';
import { createClient, type RpcTls } from '@svc/rpc';
import { createAuthority } from '@svc/rpc/authority';
import { assertMasterKey, startContext, SubjectKeysModule, type RunningContext } from '@svc/service-host';
import { createLogger } from '@svc/telemetry';
import { createTestDatabase, type TestDatabase } from '@svc/testing';
import { identityContext, IdentityModule } from '../src/index.js';
import { codeOf } from './demo.js';
import { identityOptions, startMs, testPlatform } from './identity-process.js';

const authority = createAuthority('test authority', 1);
const tlsOf = (name: string): RpcTls => ({ ca: authority.ca, ...authority.issue(name) });
const subject = 'org:demo/caller/c1';

let storage: TestDatabase;
const logged: string[] = [];
beforeAll(async () => {
  storage = await createTestDatabase({ migrations: identityContext.migrations });
  await assertMasterKey(storage.database, 'identity', identityOptions.masterKey);
});
afterAll(() => storage.drop());

function start(address: string, tls?: RpcTls): Promise<RunningContext> {
  const logger = createLogger({
    service: 'identity',
    level: 'debug',
    write: (line) => void logged.push(line),
  });
  return startContext({
    context: identityContext,
    module: IdentityModule.register({ ...identityOptions, keyReaders: ['conversations', 'memory.svc'] }),
    platform: testPlatform(storage, { now: () => startMs }, logger),
    address,
    tls,
    bus: 'idle',
  });
}

describe('identity on the network with mutual TLS', () => {
  let identity: RunningContext;
  beforeAll(async () => void (identity = await start('127.0.0.1:0', tlsOf('identity'))));
  afterAll(() => identity.stop(0));

  /** The outcome of each call that returns keys, and of one that does not. */
  async function asked(name: string) {
    const options = { tls: tlsOf(name) };
    const keys = createClient(DataKeyServiceService, identity.address, options);
    const users = createClient(IdentityServiceService, identity.address, options);
    try {
      return {
        ensureKeys: await codeOf(keys.ensureKeys({ subjects: [subject] })),
        getKeys: await codeOf(keys.getKeys({ subjects: [subject] })),
        getUserContexts: await codeOf(users.getUserContexts({ users: [] })),
        getUserVariables: await codeOf(users.getUserVariables({})),
        getJwks: await codeOf(users.getJwks({})),
      };
    } finally {
      keys.close();
      users.close();
    }
  }

  it.each(['conversations', 'memory.svc'])('returns keys to %s, which is on the list', async (name) => {
    expect(new Set(Object.values(await asked(name)))).toEqual(new Set(['no failure']));
  });

  it.each(['gateway', 'conversations.elsewhere', 'memory'])(
    'returns no key to %s, which is not on the list, but everything else',
    async (name) => {
      expect(await asked(name)).toEqual({
        ensureKeys: 'permission_denied',
        getKeys: 'permission_denied',
        getUserContexts: 'permission_denied',
        getUserVariables: 'permission_denied',
        getJwks: 'no failure',
      });
      expect(logged.join()).toContain('SVC_KEY_READERS');
    },
  );

  it('writes no key to its log', async () => {
    const keys = createClient(DataKeyServiceService, identity.address, { tls: tlsOf('conversations') });
    const { keys: answered } = await keys.ensureKeys({ subjects: [subject] });
    keys.close();
    const secret = answered[0]?.key?.secret ?? Buffer.alloc(0);
    expect(secret).toHaveLength(32);
    for (const encoding of ['hex', 'base64', 'latin1'] as const)
      expect(logged.join()).not.toContain(secret.toString(encoding));
  });
});

describe('identity on the network without TLS', () => {
  it('is refused at the start, with the settings to change', async () => {
    const error = await start('127.0.0.1:0').catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(StartupError);
    expect((error as Error).message).toMatch(/SVC_RPC_CA, SVC_RPC_CERT and SVC_RPC_KEY, or RPC_ADDRESS/);
  });

  it('gets no requests for keys either', () => {
    expect(() => SubjectKeysModule.register({ address: '127.0.0.1:1' })).toThrow(StartupError);
    expect(() => SubjectKeysModule.register({ address: '127.0.0.1:1' })).toThrow(/SVC_RPC_CA/);
  });
});
