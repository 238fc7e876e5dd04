import { silentLogger } from '@svc/telemetry';
import { EchoService } from '../test/echo-service.js';
import { echoing } from '../test/harness.js';
import { createClient, service, startRpcServer, type RpcServer } from './index.js';

const ending: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const end of ending.splice(0).reverse()) await end();
});

/** A server that responds with its name. */
async function serve(name: string, address = '127.0.0.1:0'): Promise<RpcServer> {
  const echo = service(EchoService, {
    ...echoing,
    echo: async () => ({ text: name }),
    count: async function* () {
      yield await Promise.resolve({ index: 0, payload: name });
    },
  });
  const server = await startRpcServer({ address, services: [echo], logger: silentLogger });
  ending.push(() => server.stop(0));
  return server;
}

const addressesOf = (servers: readonly RpcServer[]): string =>
  `ipv4:${servers.map(({ address }) => address).join(',')}`;

function connect(address: string) {
  const routeBy = (request: unknown) => (request as { text?: string }).text || undefined;
  const client = createClient(EchoService, address, { routeBy });
  ending.push(() => client.close());
  return client;
}

type Client = ReturnType<typeof connect>;
const keys = Array.from({ length: 40 }, (_value, index) => `conversation-${index}`);
const answersOf = (client: Client) =>
  Promise.all(keys.map(async (text) => (await client.echo({ text })).text));

/** Connections are made one by one; until then other instances respond. */
async function untilAnsweredBy(client: Client, count: number): Promise<readonly string[]> {
  for (;;) {
    const answers = await answersOf(client);
    if (new Set(answers).size === count) return answers;
  }
}

describe('a service with several instances', () => {
  it('given calls with a routing key, then each key has its instance, the same for every client', async () => {
    const servers = await Promise.all(['a', 'b', 'c'].map((name) => serve(name)));
    const first = await untilAnsweredBy(connect(addressesOf(servers)), 3);
    const second = connect(addressesOf(servers.toReversed()));
    await untilAnsweredBy(second, 3);
    expect(await answersOf(second)).toEqual(first);
  });

  it('given an instance that goes, then its keys move to others, and return with it', async () => {
    const servers = await Promise.all(['a', 'b', 'c'].map((name) => serve(name)));
    const client = connect(addressesOf(servers));
    const before = await untilAnsweredBy(client, 3);

    await servers[1]?.stop(0);
    const without = await untilAnsweredBy(client, 2);
    expect(without).not.toContain('b');
    const stayed = keys.map((_key, index) => before[index] === 'b' || before[index] === without[index]);
    expect(stayed).toEqual(keys.map(() => true));

    await serve('b', servers[1]?.address);
    expect(await untilAnsweredBy(client, 3)).toEqual(before);
  });

  it('given calls without a key, then the instances take turns', async () => {
    const servers = await Promise.all(['a', 'b'].map((name) => serve(name)));
    const client = connect(addressesOf(servers));
    await untilAnsweredBy(client, 2);
    const answers = [];
    for (let index = 0; index < 4; index += 1) answers.push((await client.echo({ text: '' })).text);
    expect(answers.slice(0, 2).toSorted()).toEqual(['a', 'b']);
    expect(answers.slice(2)).toEqual(answers.slice(0, 2));
  });

  it('given no reachable instance, is unavailable', async () => {
    const server = await serve('a');
    await server.stop(0);
    await expect(connect(addressesOf([server])).echo({ text: 'key' })).rejects.toMatchObject({
      code: 'service_unavailable',
      retryAfterSeconds: 1,
    });
  });
});
