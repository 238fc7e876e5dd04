import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { loadConfig } from '@svc/config';
import { languageModelIn } from '../../test/configured-models.js';
import { engageRequest } from '../../test/requests.js';
import { unheard } from '../../test/unheard.js';
import { createModelCatalogue } from '../catalogue/model-catalogue.js';
import { modelConfig } from '../model-config.js';
import { createModelPort } from '../port/create-model-port.js';

let server: Server;
let body: unknown;
beforeEach(async () => {
  // It keeps the request and refuses it.
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      body = JSON.parse(Buffer.concat(chunks).toString());
      response.writeHead(401, { 'content-type': 'application/json' }).end('{"message":"no"}');
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(() => void server.close());

const messages = [
  { role: 'system', content: 'You are Ada.' },
  { role: 'user', content: 'Moby Dick' },
  { role: 'assistant', content: 'By whom?' },
  { role: 'user', content: 'Melville. Your task now.' },
] as const;

/** What goes over the wire for a message. */
async function sent(definition: object): Promise<unknown> {
  const base_url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const models = JSON.stringify({ default: { base_url, api_key_variable: 'KEY', ...definition } });
  const environment = { SVC_MODELS: models, KEY: 'sk-test' };
  const { default: model } = createModelCatalogue(loadConfig(modelConfig, environment), environment);
  const pieces = createModelPort(languageModelIn(model), model).generate(
    { ...engageRequest, messages },
    new AbortController().signal,
    unheard,
  );
  await expect(pieces[Symbol.asyncIterator]().next()).rejects.toMatchObject({ kind: 'refused' });
  return body;
}

const ephemeral = { cache_control: { type: 'ephemeral' } };
const cachePoint = { cachePoint: { type: 'default' } };

describe('given a provider whose cache needs marks', () => {
  it('when it is Anthropic, then the system part and what was said before are marked on the wire', async () => {
    expect(await sent({ provider: 'anthropic', model: 'claude-sonnet-4-5' })).toMatchObject({
      system: [{ text: 'You are Ada.', ...ephemeral }],
      messages: [
        { content: [expect.not.objectContaining(ephemeral)] },
        { content: [{ text: 'By whom?', ...ephemeral }] },
        { content: [expect.not.objectContaining(ephemeral)] },
      ],
    });
  });

  it('when it is a model on Bedrock that takes marks, then the same is marked with cache points', async () => {
    const claude = { provider: 'bedrock', region: 'eu-central-1', model: 'eu.anthropic.claude-sonnet-4-5' };
    expect(await sent(claude)).toMatchObject({
      system: [{ text: 'You are Ada.' }, cachePoint],
      messages: [
        { content: [{ text: 'Moby Dick' }] },
        { content: [{ text: 'By whom?' }, cachePoint] },
        { content: [{ text: 'Melville. Your task now.' }] },
      ],
    });
  });

  it.each([
    { provider: 'bedrock', region: 'eu-central-1', model: 'meta.llama3-3-70b' },
    { provider: 'anthropic', model: 'claude-sonnet-4-5', capabilities: { prompt_cache: false } },
    { provider: 'openai', model: 'gpt-x' },
  ])('when it takes none, or the configuration says so, then nothing is marked: %j', async (definition) => {
    expect(JSON.stringify(await sent(definition))).not.toMatch(/cache/i);
  });
});
