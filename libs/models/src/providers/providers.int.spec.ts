import { LLMock } from '@copilotkit/aimock';
import type { ModelAttempt } from '@svc/engine';
import { loadConfig } from '@svc/config';
import { languageModelIn } from '../../test/configured-models.js';
import { engageRequest, judgeRequest } from '../../test/requests.js';
import { createModelCatalogue } from '../catalogue/model-catalogue.js';
import { modelConfig } from '../model-config.js';
import { createModelPort } from '../port/create-model-port.js';

const never = new AbortController().signal;
const verdict = '{"choice":"exit_1","reason":"The title was said."}';

let mock: LLMock;
beforeEach(async () => {
  mock = await LLMock.create({ port: 0, chunkSize: 4 });
});
afterEach(() => mock.stop());

function modelOf(definition: object) {
  const environment = { SVC_MODELS: JSON.stringify({ default: definition }), MY_KEY: 'sk-test-key' };
  return createModelCatalogue(loadConfig(modelConfig, environment), environment).default;
}

const providers = [
  ['openai-compatible', '/v1', 'authorization', 'Bearer sk-test-key'],
  ['openai', '/v1', 'authorization', 'Bearer sk-test-key'],
  ['anthropic', '/v1', 'x-api-key', 'sk-test-key'],
] as const;

describe.each(providers)('given a server that speaks the wire of %s', (provider, path, header, value) => {
  const port = (more: object = {}) => {
    const model = modelOf({
      provider,
      base_url: `${mock.url}${path}`,
      model: 'test-model',
      api_key_variable: 'MY_KEY',
      ...more,
    });
    return createModelPort(languageModelIn(model), model);
  };

  it('when a message is generated, then it streams in pieces, with the key and the sampling of the configuration', async () => {
    mock.onMessage(/Moby Dick/, { content: 'It is on shelf nine.' });
    const attempts: ModelAttempt[] = [];
    const pieces: string[] = [];
    const sampling = { temperature: 0.3, max_output_tokens: 77 };
    const capabilities = { unopened_reasoning: false };
    for await (const piece of port({ sampling, capabilities }).generate(engageRequest, never, (one) =>
      attempts.push(one),
    ))
      pieces.push(piece);

    expect(pieces.join('')).toBe('It is on shelf nine.');
    expect(pieces.length).toBeGreaterThan(2);
    expect(attempts).toMatchObject([{ finishReason: 'stop', failure: null }]);
    expect(attempts[0]?.usage.outputTokens).toEqual(expect.any(Number));
    const request = mock.getLastRequest();
    expect(request?.headers[header]).toBeDefined();
    expect([value, '[REDACTED]']).toContain(request?.headers[header]);
    expect(request?.body).toMatchObject({ model: 'test-model', stream: true, temperature: 0.3 });
  });

  it('when it judges, then the choice comes back', async () => {
    mock.onMessage(/Make your choice/, { content: verdict });
    const judgement = await port({ capabilities: { structured_output: 'text' } }).judge(
      judgeRequest,
      never,
      () => undefined,
    );
    expect(judgement).toEqual({ choice: 'exit_1', reason: 'The title was said.' });
    expect(mock.getLastRequest()?.body).not.toHaveProperty('response_format');
  });

  it('when it redirects to another server, then neither the key nor the prompt goes there', async () => {
    const elsewhere = await LLMock.create({ port: 0 });
    mock.mount('/moved', {
      handleRequest: async (_request, response) => {
        response.writeHead(307, { location: `${elsewhere.url}${path}/chat/completions` }).end();
        return true;
      },
    });
    const moved = port({ base_url: `${mock.url}/moved${path}` });
    await expect(moved.judge(judgeRequest, never, () => undefined)).rejects.toMatchObject({
      kind: 'refused',
      privateDetail: expect.stringContaining('answered with status 307'),
    });
    expect(elsewhere.getRequests()).toEqual([]);
    await elsewhere.stop();
  });

  it('when it is over its rate, then the wait that it names is reported', async () => {
    mock.onMessage(/Make your choice/, {
      error: { message: 'slow down', type: 'rate_limit_error' },
      status: 429,
      retryAfter: 7,
    });
    await expect(port().judge(judgeRequest, never, () => undefined)).rejects.toMatchObject({
      kind: 'rate_limited',
      retryAfterSeconds: 7,
    });
  });
});

describe('given providers without a test of their wire', () => {
  it.each([
    ['google', {}],
    ['azure', { base_url: 'https://acme.openai.azure.com/openai' }],
    ['bedrock', { region: 'eu-central-1' }],
  ])('when %s is configured, then its model is made, and no request goes out', async (provider, more) => {
    const model = languageModelIn(
      modelOf({ provider, model: 'some-model', api_key_variable: 'MY_KEY', ...more }),
    );
    expect(model).toMatchObject({ provider, modelId: 'some-model' });
    // An aborted signal makes the provider load its code and stop before the network.
    const stopped = AbortSignal.abort(new Error('before the network'));
    const prompt = [{ role: 'user' as const, content: [{ type: 'text' as const, text: 'hello' }] }];
    await expect(model.doGenerate({ prompt, abortSignal: stopped })).rejects.toThrow('before the network');
  });
});
