import { DomainError } from '@svc/errors';
import { createLogger } from '@svc/telemetry';
import { keepTraces } from '@svc/telemetry/kept-spans';
import { noOverrides } from '../src/limits/limit-overrides.js';
import { bearsWorkspaceKey, startTestGateway, workspaceId, type TestGateway } from './harness.js';

const token = 'tokenOfAda-'.padEnd(43, 'x');
const rateLimits = { overrides: noOverrides, failedAuthentications: 1_000 };
const opened = {
  ...{ surfaceId: '0b7d3b1e-2c2f-4e55-8a4e-7d8f0a6b9c01', entityId: '0b7d3b1e-2c2f-4e55-8a4e-7d8f0a6b9c02' },
  ...{ status: 'opened', specJson: '{"title":"Your visit","fields":[]}', savedJson: '{}' },
};

let gateway: TestGateway | undefined;
afterEach(async () => {
  await gateway?.stop();
  gateway = undefined;
});

it('given both spellings of a link, then they share one limit', async () => {
  gateway = await startTestGateway({ rateLimits, surfaces: { openSurface: () => Promise.resolve(opened) } });
  const open = async (prefix: string) => {
    const response = await fetch(`${gateway!.url}${prefix}/${token}/spec`);
    return { status: response.status, body: await response.json(), headers: response.headers };
  };
  for (let sent = 0; sent < 120; sent += 1)
    expect((await open(sent % 2 === 0 ? '/s' : '/v1/s')).status).toBe(200);
  for (const prefix of ['/s', '/v1/s']) {
    const refused = await open(prefix);
    expect(refused).toMatchObject({ status: 429, body: { error_code: 'rate_limited' } });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  }
});

it('given links that open, do not, or fail, then their token stands in no log, span, metric or error', async () => {
  const lines: string[] = [];
  const logger = createLogger({ service: 'gateway', level: 'debug', write: (line) => void lines.push(line) });
  const traces = await keepTraces();
  gateway = await startTestGateway({
    ...{ rateLimits, logger },
    surfaces: {
      openSurface: () => Promise.resolve(opened),
      saveField: () => Promise.reject(new DomainError('invalid_link', 'This link opens nothing.')),
      submitSurface: () => Promise.reject(new DomainError('service_unavailable', 'Try later.')),
    },
  });
  const statuses: number[] = [];
  const refusals: string[] = [];
  for (const prefix of ['/s', '/v1/s'])
    for (const [method, path, body] of [
      ['GET', 'spec'],
      ['PUT', 'fields/day', '{"value":1}'],
      ['PUT', 'fields/day', '{'],
      ['POST', 'submit'],
      ['DELETE', 'spec'],
      ['GET', 'elsewhere'],
    ] as const) {
      const headers: Record<string, string> = body ? { 'content-type': 'application/json' } : {};
      const response = await fetch(`${gateway.url}${prefix}/${token}/${path}`, { method, headers, body });
      statuses.push(response.status);
      const text = await response.text();
      refusals.push(text, JSON.stringify([...response.headers]));
    }
  expect(statuses.slice(0, 6)).toEqual(statuses.slice(6));
  expect(statuses.slice(0, 4)).toEqual([200, 401, expect.any(Number), 503]);
  const metrics = await gateway.metrics.expose();
  await gateway.stop();
  gateway = undefined;
  const spans = await traces.finished();
  const traced = spans.map(({ name, attributes, events, status }) => ({ name, attributes, events, status }));
  expect(lines.join('')).toContain('/v1/s/:token/spec');
  expect(JSON.stringify(traced)).toContain('/v1/s/:token/spec');
  expect(metrics).toContain('/v1/s/:token/spec');
  for (const shown of [lines.join(''), JSON.stringify(traced), metrics, refusals.join('')])
    expect(shown).not.toContain(token);
});

it.each(['photo', 'signature', 'file'])(
  'given a form with a %s, then it is refused with a sentence',
  async (type) => {
    gateway = await startTestGateway();
    const body = {
      ...{ entity_id: opened.entityId, title: 'Your visit' },
      fields: [{ key: 'it', label: 'It', field_type: type }],
    };
    const response = await gateway.call('POST', `/v1/${workspaceId}/surfaces`, body, bearsWorkspaceKey);
    expect(response.status).toBe(422);
    expect(await response.text()).toContain(`${type} is not served: forms take no uploads`);
  },
);
