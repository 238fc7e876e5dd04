import { startSample } from '../test/harness.js';
import { rawConnection } from '../test/raw-connection.js';

describe('a stop', () => {
  it('lets running requests end, rejects new ones, and closes what is left', async () => {
    const stopping = await startSample();
    let release = (): void => undefined;
    stopping.script.hold = new Promise((resolve) => (release = resolve));
    const running = fetch(`${stopping.url}/v1/demo/held`);
    const idle = rawConnection(stopping.port);
    idle.send('GET /livez HTTP/1.1\r\nhost: x\r\n\r\n');
    await idle.receivedText('"ok"');

    const stopped = stopping.application.stop(5_000);
    await idle.closed();
    await expect(fetch(`${stopping.url}/livez`)).rejects.toThrow();
    release();

    expect(await (await running).json()).toEqual({ held: true });
    await stopped;
  });

  it('rejects requests on a connection still in use', async () => {
    const stopping = await startSample();
    const nextRequest = () =>
      new Promise<void>((resolve) => stopping.application.fastify.server.once('request', () => resolve()));
    let release = (): void => undefined;
    stopping.script.hold = new Promise((resolve) => (release = resolve));
    const client = rawConnection(stopping.port);
    const first = nextRequest();
    client.send('GET /v1/demo/held HTTP/1.1\r\nhost: x\r\n\r\n');
    await first;

    const stopped = stopping.application.stop(5_000);
    const second = nextRequest();
    client.send('GET /v1/demo/thing HTTP/1.1\r\nhost: x\r\n\r\n');
    await second;
    release();
    await client.closed();

    expect(client.received()).toMatch(/HTTP\/1\.1 200 .*"held":true.*HTTP\/1\.1 503 .*service_unavailable/s);
    await stopped;
    await stopping.application.stop(0);
  });

  it('does not wait longer than the grace', async () => {
    const stopping = await startSample();
    stopping.script.hold = new Promise(() => undefined);
    const cutOff = expect(fetch(`${stopping.url}/v1/demo/held`)).rejects.toThrow();
    await new Promise<void>((resolve) =>
      stopping.application.fastify.server.once('request', () => resolve()),
    );

    await stopping.application.stop(50);
    await cutOff;
  });
});
