import { DomainError } from '@svc/errors';
import { healthRequestsInFlight } from '../src/http-limits.js';
import { startSample, type Sample } from './harness.js';
import { rawConnection, until } from './raw-connection.js';

const samples: Sample[] = [];
const start = async (...options: Parameters<typeof startSample>) => {
  const sample = await startSample(...options);
  samples.push(sample);
  return sample;
};
afterEach(async () => {
  for (const sample of samples.splice(0)) await sample.application.stop(0);
});

describe('more requests than the concurrent maximum', () => {
  it('get 503 with the time to retry, until others end; health still responds', async () => {
    const sample = await start({ limits: { requestsInFlight: 2 } });
    let release = (): void => undefined;
    sample.script.hold = new Promise((resolve) => (release = resolve));
    const held = [1, 2].map(() => fetch(`${sample.url}/v1/demo/held`));
    await until(async () => (await sample.metric('http_requests_in_flight')) === 2);

    const refused = await fetch(`${sample.url}/v1/demo/thing`);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1']);
    expect(await refused.json()).toMatchObject({
      error_code: 'service_unavailable',
      code: 'service_unavailable',
    });
    expect(await sample.metric('http_requests_refused_total{bound="process"}')).toBe(1);
    expect((await fetch(`${sample.url}/livez`)).status).toBe(200);

    release();
    expect((await Promise.all(held)).map(({ status }) => status)).toEqual([200, 200]);
    expect((await fetch(`${sample.url}/v1/demo/thing`)).status).toBe(200);
  });

  it('count only clients that are still connected: one that left makes room', async () => {
    const sample = await start({ limits: { requestsInFlight: 1 } });
    sample.script.hold = new Promise(() => undefined);
    const client = rawConnection(sample.port);
    client.send('GET /v1/demo/held HTTP/1.1\r\nhost: x\r\n\r\n');
    await until(async () => (await sample.metric('http_requests_in_flight')) === 1);

    client.close();
    await until(async () => (await sample.metric('http_requests_in_flight')) === 0);
    expect((await fetch(`${sample.url}/v1/demo/thing`)).status).toBe(200);
  });

  it('are rejected by the health routes too, at their own bound', async () => {
    let release = (): void => undefined;
    const asked = new Promise<void>((resolve) => (release = resolve));
    let askers = 0;
    const readiness = () => {
      askers += 1;
      return asked.then(() => []);
    };
    const sample = await start({ readiness });
    const held = Array.from({ length: healthRequestsInFlight }, () => fetch(`${sample.url}/readyz`));
    await until(() => askers === healthRequestsInFlight);

    expect((await fetch(`${sample.url}/readyz`)).status).toBe(503);
    expect(askers).toBe(healthRequestsInFlight);
    expect((await fetch(`${sample.url}/v1/demo/thing`)).status).toBe(200);
    release();
    expect((await Promise.all(held)).every(({ status }) => status === 200)).toBe(true);
  });
});

describe('more connections than the maximum', () => {
  const idle = async (sample: Sample, count: number) => {
    const clients = Array.from({ length: count }, () => rawConnection(sample.port));
    await until(async () => (await sample.metric('http_connections_open')) === count);
    return clients;
  };

  it('are closed at once, with a metric and a line in the log, until others end', async () => {
    const sample = await start({ limits: { connections: 2 } });
    const [first] = await idle(sample, 2);
    const refused = rawConnection(sample.port);
    await refused.closed();
    expect(await sample.metric('http_connections_refused_total{bound="process"}')).toBe(1);
    expect(sample.logged).toContainEqual(
      expect.objectContaining({ message: 'connection refused: too many are open', bound: 'process' }),
    );

    first?.close();
    await until(async () => (await sample.metric('http_connections_open')) === 1);
    expect((await fetch(`${sample.url}/livez`)).status).toBe(200);
  });

  it('make room for a client with fewer, in place of an idle one of the address with the most', async () => {
    const sample = await start({ limits: { connections: 4 } });
    sample.script.hold = new Promise(() => undefined);
    const busy = rawConnection(sample.port);
    busy.send('GET /v1/demo/held HTTP/1.1\r\nhost: x\r\n\r\n');
    await until(async () => (await sample.metric('http_requests_in_flight')) === 1);
    const idlers = [1, 2, 3].map(() => rawConnection(sample.port));
    await until(async () => (await sample.metric('http_connections_open')) === 4);

    const other = rawConnection(sample.port, '127.0.0.2');
    other.send('GET /livez HTTP/1.1\r\nhost: x\r\n\r\n');
    await other.receivedText('"status":"ok"');
    expect(other.received()).toContain('HTTP/1.1 200');
    await Promise.race(idlers.map((idler) => idler.closed()));
    expect(await sample.metric('http_connections_cut_total{reason="made_room"}')).toBe(1);
    expect(await sample.metric('http_requests_in_flight')).toBe(1);

    // The address with the most gets no more.
    await rawConnection(sample.port).closed();
    expect(await sample.metric('http_connections_refused_total{bound="process"}')).toBe(1);
    busy.close();
  });

  it('of one address are closed, except those of a trusted proxy', async () => {
    const sample = await start({ limits: { connectionsPerAddress: 1 } });
    await idle(sample, 1);
    await rawConnection(sample.port).closed();
    expect(await sample.metric('http_connections_refused_total{bound="address"}')).toBe(1);

    const behindProxy = await start({
      limits: { connectionsPerAddress: 1 },
      trustedProxies: ['127.0.0.0/8'],
    });
    await idle(behindProxy, 3);
    expect((await fetch(`${behindProxy.url}/livez`)).status).toBe(200);
  });

  it.each(['127.0.0.1', '::1'])('never cut those of the trusted proxy %s to make room', async (proxy) => {
    const sample = await start({ host: '::', limits: { connections: 3 }, trustedProxies: [proxy] });
    const ofProxy = [1, 2, 3].map(() => rawConnection(sample.port, proxy));
    await until(async () => (await sample.metric('http_connections_open')) === 3);
    await rawConnection(sample.port, proxy === '::1' ? '127.0.0.1' : '::1').closed();
    expect(await sample.metric('http_connections_refused_total{bound="process"}')).toBe(1);
    for (const connection of ofProxy) connection.close();
  });
});

describe('a proxy that is not trusted', () => {
  const warnings = async (trustedProxies: readonly string[]) => {
    const beforeBody = () => {
      throw new DomainError('unauthenticated', 'Who are you?');
    };
    const sample = await start({ trustedProxies, beforeBody });
    for (let request = 0; request < 2; request += 1)
      await fetch(`${sample.url}/v1/demo/thing`, { headers: { 'x-forwarded-for': '203.0.113.7' } });
    return sample.logged.filter(({ message }) => String(message).includes('SVC_TRUSTED_PROXIES')).length;
  };

  it('is named once in the log: all its clients count as one address', async () => {
    expect([await warnings([]), await warnings(['127.0.0.1'])]).toEqual([1, 0]);
  });
});

describe('the log of rejected requests', () => {
  it('is a sample, with the number of omitted ones', async () => {
    const sample = await start();
    const client = rawConnection(sample.port);
    const one = 'GET /nothing HTTP/1.1\r\nhost: x\r\n';
    client.send(`${one}\r\n`.repeat(59) + `${one}connection: close\r\n\r\n`);
    await client.closed();

    const lines = () => sample.logged.filter(({ message }) => message === 'request served').length;
    const leftOut = () => sample.logged.reduce((sum, line) => sum + Number(line['left_out'] ?? 0), 0);
    await until(() => lines() + leftOut() === 60);
    expect(leftOut()).toBeGreaterThan(0);
    expect(sample.logged.find((line) => 'left_out' in line)).not.toHaveProperty('request_id');
  });
});

describe('what Node would reject with an empty body', () => {
  const answerTo = async (head: string): Promise<string> => {
    const sample = await start();
    const client = rawConnection(sample.port);
    client.send(`${head}\r\n\r\n`);
    await client.receivedText('\r\n\r\n{');
    client.close();
    return client.received();
  };

  it('gets the one error body', async () => {
    expect(await answerTo('GET /v1/demo/thing HTTP/1.1')).toMatch(
      /^HTTP\/1\.1 400 .*"error_code":"invalid_request"/s,
    );
    expect(await answerTo('GET /v1/demo/thing HTTP/1.1\r\nhost: x\r\nexpect: cake')).toMatch(
      /^HTTP\/1\.1 400 .*"error_code":"invalid_request"/s,
    );
  });

  it('does not apply to HTTP/1.0, which knows neither header', async () => {
    expect(await answerTo('GET /v1/demo/thing HTTP/1.0\r\nexpect: cake')).toMatch(/^HTTP\/1\.1 200 /);
  });
});

describe('a body that trickles in after its request was rejected', () => {
  it('ends the connection', async () => {
    const sample = await start({ limits: { unwantedBodyMs: 100 } });
    const client = rawConnection(sample.port);
    client.send(
      'POST /v1/demo/thing HTTP/1.1\r\nhost: x\r\ncontent-type: text/plain\r\ncontent-length: 9000\r\n\r\n',
    );
    await client.receivedText('validation_failed');
    const drops = setInterval(() => client.send('x'), 20);
    await client.closed();
    clearInterval(drops);
    expect(await sample.metric('http_connections_cut_total{reason="unwanted_body"}')).toBe(1);
  });
});
