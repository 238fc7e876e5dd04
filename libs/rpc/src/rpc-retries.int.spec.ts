import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { IdentityServiceService } from '@svc/contracts/identity';
import { DomainError } from '@svc/errors';
import { silentLogger } from '@svc/telemetry';
import { createClient, service, startRpcServer, type Handlers } from './index.js';

const ending: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const end of ending.splice(0).reverse()) await end();
});

type Identity = Pick<Handlers<typeof IdentityServiceService>, 'getJwks' | 'assignRole'>;

/** An identity with two methods, one that reads and one that changes; and a connection to it that can be cut. */
async function start(handlers: Partial<Identity>) {
  const calls: string[] = [];
  const noted = <Method extends keyof Identity>(name: Method): Identity[Method] =>
    ((...args: Parameters<Identity[Method]>) => {
      calls.push(name);
      const handler = handlers[name] as ((...given: typeof args) => unknown) | undefined;
      return handler?.(...args);
    }) as Identity[Method];
  const bound = service(
    { getJwks: IdentityServiceService.getJwks, assignRole: IdentityServiceService.assignRole },
    { getJwks: noted('getJwks'), assignRole: noted('assignRole') },
  );
  const server = await startRpcServer({ address: '127.0.0.1:0', services: [bound], logger: silentLogger });
  ending.push(() => server.stop(0));
  const way = await wayTo(server.address);
  const client = createClient(IdentityServiceService, way.address);
  ending.push(() => client.close());
  return { client, calls, cut: way.cut };
}

/** Passes bytes on until it is cut: then all connections end at once, as when a host dies. */
async function wayTo(address: string) {
  const [host = '', port = ''] = address.split(':');
  const sockets = new Set<Socket>();
  const server = createServer((incoming) => {
    const outgoing = connect(Number(port), host);
    for (const [one, other] of [
      [incoming, outgoing],
      [outgoing, incoming],
    ] as const) {
      sockets.add(one);
      one.on('error', () => undefined).on('close', () => other.destroy());
      one.pipe(other);
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const cut = (): void => {
    for (const socket of sockets) socket.destroy();
    sockets.clear();
  };
  ending.push(() => {
    cut();
    server.close();
  });
  return { address: `127.0.0.1:${(server.address() as AddressInfo).port}`, cut };
}

describe('a call with a connection that is lost before the response', () => {
  it('given no side effects, is made again', async () => {
    const { client, calls, cut } = await start({
      getJwks: async () => {
        if (calls.length === 1) cut();
        return { jwksJson: String(calls.length) };
      },
    });
    expect(await client.getJwks({})).toEqual({ jwksJson: '2' });
  });

  it('given side effects, fails: they may have happened', async () => {
    const { client, calls, cut } = await start({
      assignRole: async () => {
        cut();
        return { roleId: 'never heard' };
      },
    });
    const call = client.assignRole({ userId: 'user', roleName: 'role' });
    await expect(call).rejects.toMatchObject({ name: 'LostCallError', code: 'service_unavailable' });
    expect(calls).toEqual(['assignRole']);
  });

  it('given that it is lost each time, is made three times, and then is unavailable', async () => {
    const { client, calls, cut } = await start({
      getJwks: async () => {
        cut();
        return { jwksJson: '' };
      },
    });
    await expect(client.getJwks({})).rejects.toMatchObject({ code: 'service_unavailable' });
    expect(calls).toHaveLength(3);
  });
});

it('given an error that the service itself has sent, then it is not retried', async () => {
  const { client, calls } = await start({
    getJwks: async () => {
      throw new DomainError('service_unavailable', 'The database is away.', { retryAfterSeconds: 7 });
    },
  });
  await expect(client.getJwks({})).rejects.toMatchObject({
    message: 'The database is away.',
    retryAfterSeconds: 7,
  });
  expect(calls).toEqual(['getJwks']);
});
