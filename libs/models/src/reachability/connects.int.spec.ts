import { once } from 'node:events';
import http from 'node:http';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { boundedFetch } from '../providers/bounded-fetch.js';
import { connects } from './connects.js';

let server: Server;
const received: Buffer[] = [];
beforeEach(async () => {
  received.length = 0;
  server = createServer((socket: Socket) =>
    socket.on('data', (data) => received.push(data)).on('error', () => undefined),
  ).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(() => server.close());

const at = (protocol: string) =>
  new URL(`${protocol}://127.0.0.1:${(server.address() as AddressInfo).port}/v1`);

describe('the probe of a model', () => {
  it('when its server takes connections, then it ends without a word', async () => {
    const closed = once(server, 'connection').then(([socket]) => once(socket as Socket, 'close'));
    expect(await connects(at('http'), 2_000)).toBeNull();
    await closed;
    expect(received).toEqual([]);
  });

  it('when nothing listens there, then it reports the reason', async () => {
    const address = at('http');
    server.close();
    expect(await connects(address, 2_000)).toBe('ECONNREFUSED');
  });

  it('when its name can not be resolved, then it reports the reason', async () => {
    expect(await connects(new URL('http://model.invalid/v1'), 2_000)).toMatch(
      /^(ENOTFOUND|EAI_AGAIN|timeout)$/,
    );
  });

  it('when a server with TLS never completes the handshake, then it gives up', async () => {
    expect(await connects(at('https'), 20)).toBe('timeout');
  });
});

describe('given a proxy configured in Node', () => {
  let proxy: http.Server;
  let stopUsing: () => void;
  const asked: string[] = [];
  beforeEach(async () => {
    asked.length = 0;
    proxy = http.createServer().on('connect', (request, socket: Socket) => {
      asked.push(request.url ?? '');
      socket.on('error', () => undefined).end('HTTP/1.1 403 Forbidden\r\n\r\n');
    });
    await once(proxy.listen(0, '127.0.0.1'), 'listening');
    const address = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
    stopUsing = http.setGlobalProxyFromEnv({ HTTP_PROXY: address, HTTPS_PROXY: address });
  });
  afterEach(() => {
    stopUsing();
    proxy.closeAllConnections();
    proxy.close();
  });

  it('when a server speaks TLS, then the probe asks the proxy for it, as a call does', async () => {
    await boundedFetch('https://model.invalid/v1').catch(() => undefined);
    expect(await connects(new URL('https://model.invalid/v1'), 2_000)).toBe('ERR_PROXY_TUNNEL');
    expect(asked).toEqual(['model.invalid:443', 'model.invalid:443']);
  });

  it('when a server speaks no TLS, then the probe finds out whether the proxy can be reached', async () => {
    const address = new URL('http://model.invalid/v1');
    expect(await connects(address, 2_000)).toBeNull();
    proxy.close();
    await once(proxy, 'close');
    expect(await connects(address, 2_000)).toBe('ECONNREFUSED');
  });
});
