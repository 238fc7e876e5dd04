import { createAuthority } from './authority/index.js';
import { silentLogger } from '@svc/telemetry';
import { EchoService } from '../test/echo-service.js';
import { echoing } from '../test/harness.js';
import { createClient, service, startRpcServer, type RpcPeer, type RpcTls } from './index.js';

const authority = createAuthority('test authority', 1);
const otherAuthority = createAuthority('another authority', 1);
const tlsOf = (...hosts: string[]): RpcTls => ({ ca: authority.ca, ...authority.issue(...hosts) });

const ending: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const end of ending.splice(0).reverse()) await end();
});

/** A server that records its callers. */
async function serve(tls: RpcTls | undefined, address = '127.0.0.1:0') {
  const peers: RpcPeer[] = [];
  const echo = service(EchoService, {
    ...echoing,
    echo: async ({ text }, { peer }) => {
      peers.push(peer);
      return { text };
    },
  });
  const server = await startRpcServer({ address, services: [echo], tls, logger: silentLogger });
  ending.push(() => server.stop(0));
  return { address: server.address, peers };
}

async function call(address: string, tls: RpcTls | undefined): Promise<string> {
  const client = createClient(EchoService, address, { tls, unaryDeadlineMs: 2_000 });
  ending.push(() => client.close());
  return client.echo({ text: 'hello' }).then(
    ({ text }) => text,
    (failure: { code: string }) => failure.code,
  );
}

describe('calls over the network with mutual TLS', () => {
  it('given certificates of the same authority, then the server knows its peer by the names of its certificate', async () => {
    const { address, peers } = await serve(tlsOf('identity'));
    expect(await call(address, tlsOf('conversations', 'conversations.svc'))).toBe('hello');
    const [peer] = peers;
    expect(peer?.transport).toBe('tls');
    expect(['conversations', 'conversations.svc'].map((name) => peer?.isNamed(name))).toEqual([true, true]);
    expect(['identity', 'svc', 'conversation', ''].map((name) => peer?.isNamed(name))).toEqual([
      false,
      false,
      false,
      false,
    ]);
  });

  it('given a certificate with a wildcard, then it matches none of the names', async () => {
    const { address, peers } = await serve(tlsOf('identity'));
    expect(await call(address, tlsOf('*.svc.example'))).toBe('hello');
    expect(peers[0]?.isNamed('conversations.svc.example')).toBe(false);
  });

  it.each<[string, RpcTls | undefined]>([
    ['no certificate', undefined],
    ['one of another authority', { ca: authority.ca, ...otherAuthority.issue('conversations') }],
  ])('given a client with %s, then it gets no connection', async (_name, tls) => {
    const { address, peers } = await serve(tlsOf('identity'));
    expect(await call(address, tls)).toBe('service_unavailable');
    expect(peers).toEqual([]);
  });

  it('given a server of another authority or without TLS, then the client sends it nothing', async () => {
    const impostor = await serve({ ca: authority.ca, ...otherAuthority.issue('identity') });
    expect(await call(impostor.address, tlsOf('conversations'))).toBe('service_unavailable');
    const open = await serve(undefined);
    expect(await call(open.address, tlsOf('conversations'))).toBe('service_unavailable');
    expect([...impostor.peers, ...open.peers]).toEqual([]);
  });

  it('given a server whose certificate names another host, then the client sends it nothing', async () => {
    const { address, peers } = await serve(tlsOf('identity'));
    const elsewhere = address.replace('127.0.0.1', 'localhost');
    expect(await call(elsewhere, tlsOf('conversations'))).toBe('service_unavailable');
    expect(peers).toEqual([]);
  });
});

it('without TLS a peer on the network has no name', async () => {
  const { address, peers } = await serve(undefined);
  expect(await call(address, undefined)).toBe('hello');
  expect(peers.map(({ transport }) => transport)).toEqual(['network']);
  expect(peers[0]?.isNamed('')).toBe(false);
});
