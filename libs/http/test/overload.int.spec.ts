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
