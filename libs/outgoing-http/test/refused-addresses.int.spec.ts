import { AddressPolicy, OutgoingHttp, parseAddressRange } from '../src/index.js';
import { atEnd, names, outgoing, post, receiver, stopAll } from './harness.js';
import { startNameServer } from './name-server.js';
import { startReceiver } from './receiver.js';

afterEach(stopAll);

describe('an address that is refused', () => {
  it.each(['127.0.0.1', '0x7f.1', '2130706433', '[::1]', '[::ffff:127.0.0.1]', 'localhost', 'a.localhost'])(
    'written as %s, then nothing arrives',
    async (host) => {
      const { port, requests } = await receiver(startReceiver((response) => response.end()));
      await expect(post(outgoing([]), `http://${host}:${port}/`)).rejects.toMatchObject({
        reason: 'address_refused',
      });
      expect(requests).toEqual([]);
    },
  );

  it('behind a name, then nothing arrives', async () => {
    const { port, requests } = await receiver(startReceiver((response) => response.end()));
    const client = outgoing([], await names('127.0.0.1'));
    await expect(post(client, `http://inside.example:${port}/`)).rejects.toMatchObject({
      reason: 'address_refused',
    });
    expect(requests).toEqual([]);
  });

  it('given a name that resolves differently the second time, then the connection goes to the checked address', async () => {
    const inner = await receiver(startReceiver((response) => response.end()));
    const outer = await receiver(
      startReceiver((response) => response.writeHead(200, { connection: 'close' }).end(), {
        host: '127.0.0.2',
        port: inner.port,
      }),
    );
    const server = await names('127.0.0.2', '127.0.0.1');
    const client = outgoing(['127.0.0.2'], server);
    const url = `http://rebinding.example:${inner.port}/`;

    expect((await post(client, url)).status).toBe(200);
    expect([outer.requests.length, server.questions()]).toEqual([1, 1]);
    await expect(post(client, url)).rejects.toMatchObject({ reason: 'address_refused' });
    expect([inner.requests.length, server.questions()]).toEqual([0, 2]);
  });

  it('behind a name that has an allowed address as well, then nothing arrives', async () => {
    const { port, requests } = await receiver(startReceiver((response) => response.end()));
    const policy = new AddressPolicy({
      allowed: [parseAddressRange('127.0.0.1')].filter((range) => range !== undefined),
    });
    const resolver = { resolve: () => Promise.resolve(['127.0.0.1', '10.0.0.1']) };
    const client = new OutgoingHttp({ policy, resolver });
    atEnd(() => client.close());
    await expect(post(client, `http://both.example:${port}/`)).rejects.toMatchObject({
      reason: 'address_refused',
    });
    expect(requests).toEqual([]);
  });

  it('given a name without an address, then it is not resolved', async () => {
    const server = await startNameServer(['127.0.0.1']);
    server.stop();
    await expect(post(outgoing([], server), 'http://nobody.example/')).rejects.toMatchObject({
      reason: 'name_not_resolved',
    });
  });
});
