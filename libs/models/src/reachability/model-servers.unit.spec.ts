import type { Logger } from '@svc/telemetry';
import { ManualTimers } from '../../test/manual-timers.js';
import { modelDefinition } from '../definition/model-definition.js';
import { ModelServers } from './model-servers.js';

const settled = () => new Promise((resolve) => setImmediate(resolve));

const local = { provider: 'openai-compatible', base_url: 'http://127.0.0.1:9/s3cret/v1', model: 'm' };

function serversOf(definitions: Readonly<Record<string, object>>, found: string | null = 'ECONNREFUSED') {
  const probed: string[] = [];
  const lines: [string, string, unknown][] = [];
  const log = (level: string) => (message: string, fields?: unknown) =>
    void lines.push([level, message, fields]);
  const logger: Logger = {
    debug: log('debug'),
    info: log('info'),
    warn: log('warn'),
    error: log('error'),
    child: () => logger,
  };
  const models = Object.entries(definitions).map(([name, definition]) => ({
    name,
    definition: modelDefinition.parse(definition),
  }));
  const servers = new ModelServers(models, {
    timers: new ManualTimers(),
    logger,
    probe: ({ origin }) => {
      probed.push(origin);
      return Promise.resolve(found);
    },
  });
  return { servers, probed, lines };
}

describe('given models whose servers can not be reached', () => {
  it('when the process starts, then one sentence for each names the model, its server, and what to check', async () => {
    const { servers, lines } = serversOf({ default: { ...local, fallbacks: ['other'] }, other: local });
    servers.start();
    await settled();
    const advice =
      'see whether its server runs, whether its base_url is right, and whether this host may connect there.';
    const fields = { origin: 'http://127.0.0.1:9', code: 'ECONNREFUSED' };
    const at = 'can not be reached at http://127.0.0.1:9 (ECONNREFUSED)';
    expect(lines).toEqual([
      [
        'error',
        `The model "default" ${at}, so its fallbacks are asked instead until it can: ${advice}`,
        { model: 'default', ...fields },
      ],
      [
        'error',
        `The model "other" ${at}, so turns that ask it fail until it can: ${advice}`,
        { model: 'other', ...fields },
      ],
    ]);
    expect(JSON.stringify(lines)).not.toContain('s3cret');
  });

  it('when it is asked for them, then it knows before and after the first probe', async () => {
    const { servers } = serversOf({ default: local });
    const place = { name: 'default', origin: 'http://127.0.0.1:9' };
    servers.start();
    expect(servers.outOfReach).toEqual([{ ...place, isKnown: false }]);
    await settled();
    expect([servers.outOfReach, servers.isUnreachable('default')]).toEqual([
      [{ ...place, isKnown: true }],
      true,
    ]);
  });

  it('when a call gets a response, then the model leaves the list, and that is logged', async () => {
    const { servers, lines } = serversOf({ default: local });
    servers.start();
    await settled();
    servers.called('default', null);
    expect(servers.outOfReach).toEqual([]);
    expect(lines.at(-1)?.slice(0, 2)).toEqual(['info', 'a model can be reached again']);
  });
});

it('probes each model of the configuration at its address, and never the offline one', () => {
  const model = 'm';
  const { servers, probed } = serversOf({
    default: { provider: 'offline' },
    local,
    azure: { provider: 'azure', base_url: 'https://mine.openai.azure.com/openai', model },
    openai: { provider: 'openai', model },
    anthropic: { provider: 'anthropic', model },
    google: { provider: 'google', model },
    bedrock: { provider: 'bedrock', region: 'eu-central-1', model },
  });
  servers.start();
  servers.stop();
  expect(probed).toEqual([
    'http://127.0.0.1:9',
    'https://mine.openai.azure.com',
    'https://api.openai.com',
    'https://api.anthropic.com',
    'https://generativelanguage.googleapis.com',
    'https://bedrock-runtime.eu-central-1.amazonaws.com',
  ]);
  expect(servers.isUnreachable('default')).toBe(false);
});
