import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Pipelines } from '../src/pipelines.js';
import { mediumAnswerBytes, startSample, type Sample } from './harness.js';
import { rawConnection, until } from './raw-connection.js';

const get = (path: string, headers = '') => `GET /v1/demo/${path} HTTP/1.1\r\nhost: x\r\n${headers}\r\n`;
const statuses = (received: string) => received.match(/HTTP\/1\.1 \d+/g) ?? [];

let sample: Sample;
let release: () => void;
beforeEach(async () => {
  sample = await startSample({ limits: { stalledReaderMs: 300, bodyBytes: 100_000 } });
  sample.script.hold = new Promise((resolve) => (release = resolve));
});
afterEach(() => sample.application.stop(0));

const inFlight = () => sample.metric('http_requests_in_flight');
const waiting = () => sample.metric('http_requests_waiting');
const cutBecause = (reason: string) => sample.metric(`http_connections_cut_total{reason="${reason}"}`);

/** Earlier bytes on other connections have been processed by then. */
const othersHaveBeenSeen = async () => {
  for (let look = 0; look < 3; look += 1) await fetch(`${sample.url}/livez`);
};

describe('pipelined requests', () => {
  it('are served one at a time, in order', async () => {
    const client = rawConnection(sample.port);
    client.send(get('held') + get('nothing/here') + get('held', 'connection: close\r\n'));
    await until(async () => (await waiting()) === 2);
    expect(await inFlight()).toBe(1);

    release();
    await client.closed();
    expect(statuses(client.received())).toEqual(['HTTP/1.1 200', 'HTTP/1.1 404', 'HTTP/1.1 200']);
    expect([await inFlight(), await waiting()]).toEqual([0, 0]);
  });

  it('are not read while others wait, and all get a response in the end', async () => {
    const client = rawConnection(sample.port);
    client.send(get('held') + get('thing'));
    await until(async () => (await waiting()) === 1);
    for (let more = 0; more < 40; more += 1) client.send(get('thing'));
    client.send(get('thing', 'connection: close\r\n'));
    await othersHaveBeenSeen();
    expect(await waiting()).toBe(1);

    release();
    await client.closed();
    expect(statuses(client.received())).toEqual(Array.from({ length: 43 }, () => 'HTTP/1.1 200'));
  });

  it('with bodies get each their own', async () => {
    const bodies = ['a', 'b', 'c'].map((name) => JSON.stringify({ name: name.repeat(50_000) }));
    const client = rawConnection(sample.port);
    for (const [index, body] of bodies.entries())
      client.send(
        `POST /v1/demo/thing HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n${
          index === 2 ? 'connection: close\r\n' : ''
        }content-length: ${body.length}\r\n\r\n${body}`,
      );
    await client.closed();
    expect(client.received().match(/\{.*?\}/g)).toEqual(bodies);
  });

  it('are parsed only as far as they are served, however many arrive at once', async () => {
    const client = rawConnection(sample.port);
    client.send(get('held') + get('thing').repeat(3_000) + get('thing', 'connection: close\r\n'));
    await until(async () => (await waiting()) > 0);
    await othersHaveBeenSeen();
    // Those of the one slice of 2 KiB that the parser was given.
    expect(await waiting()).toBeLessThan(2_048 / get('thing').length);
    expect(await inFlight()).toBe(1);

    release();
    await client.closed();
    expect(statuses(client.received())).toEqual(Array.from({ length: 3_002 }, () => 'HTTP/1.1 200'));
  });

  it('end with the first that is not HTTP', async () => {
    const client = rawConnection(sample.port);
    client.send(get('thing') + 'hello there\r\n\r\n' + get('thing').repeat(100));
    await client.closed();
    expect(statuses(client.received())).toContain('HTTP/1.1 400');
    expect(await waiting()).toBe(0);
  });

  it('of a client that reads no response end the connection, however small the responses', async () => {
    const client = rawConnection(sample.port);
    client.socket.pause();
    // Long ones, so that one read of the server holds fewer than may wait. Some 18 MB: no system buffers as much.
    client.send(get('medium', `x-filler: ${'y'.repeat(4_000)}\r\n`).repeat(300));

    await until(async () => (await cutBecause('answer_not_read')) === 1);
    await until(async () => (await waiting()) + (await inFlight()) === 0);
    client.close();
    expect(client.received().length).toBeLessThan(300 * mediumAnswerBytes);
  });
});

describe('the requests that wait on all connections', () => {
  it('are bounded together: a connection that would exceed the bound is cut', async () => {
    const cut: number[] = [];
    const pipelines = new Pipelines(3, () => cut.push(pipelines.waiting));
    const server = createServer().listen(0, '127.0.0.1');
    pipelines.watch(server, () => undefined);
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as AddressInfo;

    const first = rawConnection(port);
    first.send(get('one').repeat(3));
    await until(() => pipelines.waiting === 2);
    const second = rawConnection(port);
    second.send(get('two').repeat(3));
    await second.closed();
    expect(second.received()).toBe('');
    expect(cut).toEqual([3]);

    await until(() => pipelines.waiting === 2);
    server.close();
    server.closeAllConnections();
    await first.closed();
    await until(() => pipelines.waiting === 0);
  });
});
