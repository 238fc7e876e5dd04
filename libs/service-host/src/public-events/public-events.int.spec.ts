import { PublicEventServiceService } from '@svc/contracts/common';
import { StartupError } from '@svc/errors';
import { eventBusMigrations, PostgresEventBus, type PublicEvent } from '@svc/event-bus';
import {
  createWorld,
  deposited,
  openAccount,
  opened,
  type Account,
  type World,
} from '@svc/event-bus/test-world';
import { createClient, createSocketFolder, type RpcTls } from '@svc/rpc';
import { createAuthority } from '@svc/rpc/authority';
import { serveBank } from '../../test/bank-owner.js';
import type { RunningContext } from '../start-context.js';
import { StreamOwners } from './stream-owners.js';

const authority = createAuthority('test authority', 1);
const tlsOf = (name: string): RpcTls => ({ ca: authority.ca, ...authority.issue(name) });
const sockets = createSocketFolder(`public-events-${process.pid}`);

let world: World;
let account: Account;
/** As the log has them. */
let stored: readonly PublicEvent[];
let overNetwork: RunningContext;
let overSocket: RunningContext;
let inTheOpen: RunningContext;
beforeAll(async () => {
  world = await createWorld({ schema: 'ledger', folders: [eventBusMigrations] });
  account = openAccount(world);
  await account.append(opened('Ada'), deposited(1), { type: 'NoteTaken', data: { text: 'kept private' } });
  await account.append(deposited(2), deposited(3));
  stored = await new PostgresEventBus(world.logs).readStream({ source: 'bank', ...account }, 0, 100);
  overNetwork = await serveBank(world, {
    address: '127.0.0.1:0',
    tls: tlsOf('bank'),
    eventReaders: ['ledger', 'audit.svc'],
  });
  overSocket = await serveBank(world, { address: sockets.address('bank') });
  inTheOpen = await serveBank(world, { address: '127.0.0.1:0', eventReaders: ['ledger'] });
});
afterAll(async () => {
  for (const running of [overNetwork, overSocket, inTheOpen]) await running?.stop(0);
  await world?.test.drop();
  sockets.remove();
});

/** What a process with this certificate name reads; none without a certificate. */
async function readBy(
  name: string | undefined,
  { address }: RunningContext,
  { streamId = account.streamId, after = 0, limit = 100 } = {},
): Promise<readonly PublicEvent[]> {
  const owners = new StreamOwners({
    context: 'ledger',
    addresses: { bank: address },
    tls: name === undefined ? undefined : tlsOf(name),
  });
  try {
    return await owners.readStream({ source: 'bank', streamId }, after, limit);
  } finally {
    owners.close();
  }
}

describe('the public events of a stream, read from their owner', () => {
  it('come in stored order: personal data is sealed, private events are omitted', async () => {
    const read = await readBy('ledger', overNetwork);
    expect(read).toEqual(stored);
    expect(read.map(({ streamVersion }) => streamVersion)).toEqual([1, 2, 4, 5]);
    expect(JSON.stringify(read)).not.toMatch(/Ada|kept private/);
  });

  it('come page by page', async () => {
    expect(await readBy('ledger', overNetwork, { limit: 2 })).toEqual(stored.slice(0, 2));
    expect(await readBy('ledger', overNetwork, { after: 2, limit: 2 })).toEqual(stored.slice(2));
    expect(await readBy('ledger', overNetwork, { after: 5 })).toEqual([]);
  });

  it('given large events, then a page ends after about 1 MiB, and the next continues there', async () => {
    const large = openAccount(world);
    const receipt = 'x'.repeat(60_000);
    const all = Array.from({ length: 30 }, (_, index) => index + 1);
    await large.append(
      ...all.map((amount) => ({ type: 'MoneyDeposited' as const, data: { amount, receipt } })),
    );
    const first = await readBy('ledger', overNetwork, large);
    const rest = await readBy('ledger', overNetwork, {
      ...large,
      streamId: large.streamId,
      after: first.length,
    });
    expect(first).toHaveLength(Math.ceil((1024 * 1024) / (first[0]?.payload.length ?? 0)));
    expect([...first, ...rest].map(({ streamVersion }) => streamVersion)).toEqual(all);
  });

  it('of a missing stream are none', async () => {
    expect(await readBy('ledger', overNetwork, { streamId: 'org:demo/account/none' })).toEqual([]);
  });
});

describe('reading the events of a context', () => {
  it.each(['ledger', 'audit.svc'])(
    'is for %s over the network, which the installer has named',
    async (name) => {
      expect(await readBy(name, overNetwork)).toEqual(stored);
    },
  );

  it('is for anyone who may open its unix socket', async () => {
    expect(await readBy(undefined, overSocket)).toEqual(stored);
  });

  it.each(['gateway', 'installer', 'ledger.elsewhere', 'audit'])(
    'is not for %s, which is not on the list',
    async (name) => {
      await expect(readBy(name, overNetwork)).rejects.toMatchObject({ code: 'permission_denied' });
    },
  );

  it('is for nobody where names are not verified', async () => {
    await expect(readBy(undefined, inTheOpen)).rejects.toMatchObject({ code: 'permission_denied' });
  });
});

it.each([
  ['no stream', { streamId: '' }],
  ['a stream that is no text', { streamId: 'a\0b' }],
  ['a stream id of more than 512 bytes', { streamId: 'é'.repeat(257) }],
  ['a version below 0', { afterVersion: -1 }],
  ['no event', { limit: 0 }],
  ['more than 500 events', { limit: 501 }],
])('given a request for %s, then it is refused', async (_what, wrong) => {
  const client = createClient(PublicEventServiceService, overSocket.address);
  const request = { streamId: account.streamId, afterVersion: 0, limit: 10, ...wrong };
  await expect(client.listPublicEvents(request)).rejects.toMatchObject({ code: 'invalid_request' });
  client.close();
});

it('given a context with unknown address, then its events are not consumed', () => {
  const owners = new StreamOwners({
    context: 'ledger',
    addresses: { bank: 'unix:///nowhere' },
    tls: undefined,
  });
  expect(() => owners.require(['bank'])).not.toThrow();
  expect(() => owners.require(['bank', 'shop'])).toThrow(StartupError);
  owners.close();
});
