import { LLMock } from '@copilotkit/aimock';
import { loadConfig } from '@svc/config';
import type { ModelAttempt } from '@svc/engine';
import { createMetrics } from '@svc/telemetry';
import { languageModelIn } from '../../test/configured-models.js';
import { ManualTimers } from '../../test/manual-timers.js';
import { engageRequest, judgeRequest } from '../../test/requests.js';
import { createModelCatalogue } from '../catalogue/model-catalogue.js';
import { modelConfig } from '../model-config.js';
import { Models, type ModelPreference } from '../models.js';
import { createObjectModel } from '../port/create-object-model.js';

type Body = Readonly<Record<string, unknown>> & {
  readonly messages: readonly { readonly content: unknown }[];
};

const never = new AbortController().signal;
const verdict = '{"choice":"exit_1","reason":"The title was said."}';

let mock: LLMock;
beforeEach(async () => {
  mock = await LLMock.create({ port: 0, chunkSize: 4 });
});
afterEach(() => mock.stop());

/** The server responds with status 400 and this text to requests for which `isRefused` is true. */
function refusing(
  isRefused: (body: Body) => boolean,
  error: { message: string; param?: string },
  status = 400,
) {
  const predicate = (request: object) => isRefused(request as Body);
  mock.on({ predicate }, { error: { type: 'invalid_request_error', ...error }, status });
  mock.onMessage(/Moby Dick/, { content: 'It is on shelf nine.' });
  mock.on({ predicate: () => true }, { content: verdict });
}

const asksFor = (type: string) => (body: Body) =>
  (body['response_format'] as { type?: string } | undefined)?.type === type;

/** The models of a process. All its turns share what is learnt. */
function processOf(more: object = {}) {
  const definition = { provider: 'openai-compatible', base_url: `${mock.url}/v1`, model: 'm', ...more };
  const environment = { SVC_MODELS: JSON.stringify({ default: definition }) };
  const catalogue = createModelCatalogue(loadConfig(modelConfig, environment), environment);
  const warnings: unknown[] = [];
  const nothing = () => undefined;
  const warn = (_words: string, fields?: unknown) => void warnings.push(fields);
  const logger = { debug: nothing, info: nothing, warn, error: nothing, child: () => logger };
  const metrics = createMetrics();
  const models = new Models(catalogue, { timers: new ManualTimers(), random: () => 0, metrics, logger });
  const port = (...preferences: readonly ModelPreference[]) =>
    models.forTurn({ conversationId: 'c1', preferences });
  const attempts: ModelAttempt[] = [];
  const heard = (attempt: ModelAttempt) => void attempts.push(attempt);
  const judge = () => port().judge(judgeRequest, never, heard);
  const word = async () => {
    for await (const _piece of port().generate(engageRequest, never, heard));
  };
  return { catalogue, port, metrics, warnings, attempts, judge, word };
}

const bodies = (): readonly Body[] => mock.getRequests().map(({ body }) => body as unknown as Body);

describe('given a provider that refuses json_schema', () => {
  beforeEach(() => {
    refusing(asksFor('json_schema'), { message: 'response_format json_schema is not supported' });
  });

  it('when it judges, then it is asked for any JSON object with the form in words, and each request is an attempt', async () => {
    const { judge, attempts } = processOf();
    expect((await judge()).choice).toBe('exit_1');
    const [first, second] = bodies();
    expect(first).toMatchObject({ response_format: { type: 'json_schema' } });
    expect(second).toMatchObject({ response_format: { type: 'json_object' } });
    const words = 'Answer with a JSON object and nothing else: {"choice": one of "exit_1", "action_1"';
    // In the user's message: some servers refuse two in a row.
    expect(second?.messages.map(({ content }) => content)).toEqual([
      'You steer a conversation.',
      expect.stringContaining(`Make your choice.\n\n${words}`),
    ]);
    expect(attempts).toMatchObject([
      { failure: 'refused', addedMessages: [], pieces: [] },
      { failure: null, addedMessages: [{ role: 'user', content: expect.stringContaining(words) }] },
    ]);
  });

  it('when it is called again, also in another turn, then no schema is sent', async () => {
    const { judge, port, warnings } = processOf();
    await judge();
    await judge();
    expect(bodies().map((body) => asksFor('json_schema')(body))).toEqual([true, false, false]);
    expect(port().identityOf?.('navigate').settings).toMatchObject({ structured_outputs: false });
    expect(warnings).toEqual([{ model: 'default', structured_output: 'json_object', refused_sampling: '' }]);
  });

  it('when it is asked for other objects, then the knowledge applies to them too', async () => {
    const { judge, catalogue } = processOf();
    await judge();
    const request = {
      messages: [],
      name: 'memories',
      schema: {},
      form: '{}',
      read: (object: object) => object,
    };
    await createObjectModel(languageModelIn(catalogue.default), catalogue.default).answer(
      request,
      never,
      () => undefined,
    );
    expect(bodies().at(-1)).toMatchObject({ response_format: { type: 'json_object' } });
  });

  it('when it refuses endless calls, then it never counts as away', async () => {
    mock.clearFixtures();
    mock.on(
      { predicate: () => true },
      { error: { message: 'response_format is not supported', type: 'invalid_request_error' }, status: 400 },
    );
    const { judge, metrics } = processOf();
    for (let call = 0; call < 8; call += 1) await expect(judge()).rejects.toMatchObject({ kind: 'refused' });
    expect(await metrics.expose()).toContain('model_available{model="default"} 1');
    // Refusals without any success teach nothing: each call tries the three forms, and no form twice.
    expect(bodies()).toHaveLength(24);
  });
});

it('given a provider that refuses every form, when it judges, then it is asked for a text, which is parsed', async () => {
  refusing((body) => 'response_format' in body, { message: 'nope', param: 'response_format' }, 422);
  const { judge, attempts } = processOf();
  expect((await judge()).choice).toBe('exit_1');
  expect((await judge()).choice).toBe('exit_1');
  expect(attempts.map(({ failure }) => failure)).toEqual(['refused', 'refused', null, null]);
});

describe('given a provider that does not name what it refuses', () => {
  it('when it is the form, then one more request finds that out', async () => {
    refusing(asksFor('json_schema'), { message: 'Bad Request' });
    const { judge } = processOf();
    await judge();
    await judge();
    expect(bodies().map((body) => asksFor('json_schema')(body))).toEqual([true, false, false]);
  });

  it('when it is something else, then the form is tested once, and nothing is learnt', async () => {
    mock.on({ predicate: () => true }, { error: { message: 'Bad Request' }, status: 400 });
    const { judge, port } = processOf();
    await expect(judge()).rejects.toMatchObject({ kind: 'refused' });
    expect(bodies()).toHaveLength(3);
    await expect(judge()).rejects.toMatchObject({ kind: 'refused' });
    expect(bodies()).toHaveLength(4);
    expect(port().identityOf?.('navigate').settings).toMatchObject({ structured_outputs: true });
  });

  it('when the form has worked before, then it is not to blame', async () => {
    mock.on({ predicate: () => true }, { content: verdict });
    const { judge } = processOf();
    await judge();
    mock.clearFixtures();
    mock.on({ predicate: () => true }, { error: { message: 'Bad Request' }, status: 400 });
    await expect(judge()).rejects.toMatchObject({ kind: 'refused' });
    expect(bodies()).toHaveLength(2);
  });
});

describe('given a provider that refuses a sampling parameter', () => {
  it('when it judges and words, then the parameter is left out from the second request on', async () => {
    refusing((body) => 'temperature' in body, {
      message: "Unsupported value: 'temperature' does not support 0.",
      param: 'temperature',
    });
    const { judge, word, port } = processOf({ sampling: { temperature: 0.5 } });
    await judge();
    await word();
    expect(bodies().map((body) => body['temperature'])).toEqual([0.5, undefined, undefined]);
    expect(bodies()[1]).toMatchObject({ max_tokens: 2_048, response_format: { type: 'json_schema' } });
    expect(port().identityOf?.('engage').settings).toEqual({
      context_tokens: 32_768,
      structured_outputs: true,
      max_output_tokens: 2_500,
    });
  });

  it('when the configuration says so, then it is not sent at all', async () => {
    mock.on({ predicate: () => true }, { content: verdict });
    const capabilities = {
      refused_sampling: ['temperature', 'max_output_tokens'],
      structured_output: 'text',
    };
    await processOf({ capabilities }).judge();
    expect(bodies()).toHaveLength(1);
    for (const name of ['temperature', 'max_tokens', 'response_format'])
      expect(bodies()[0]).not.toHaveProperty(name);
  });

  it('when it refuses a parameter that was not sent, then that is its failure', async () => {
    refusing(() => true, { message: 'unknown', param: 'seed' });
    const { judge } = processOf();
    await expect(judge()).rejects.toMatchObject({ kind: 'refused' });
    expect(bodies().length).toBeLessThanOrEqual(3);
  });
});

it('given a version set with a preference that an API refuses, then only that one is left out', async () => {
  refusing((body) => body['temperature'] === 2, {
    message: 'temperature is out of range',
    param: 'temperature',
  });
  const { port, warnings } = processOf({ sampling: { temperature: 0.5 } });
  const hot = { interactionName: 'navigate', llmName: 'default', paramsJson: '{"temperature":2}' };
  for (const preferences of [[hot], [hot], []])
    expect((await port(...preferences).judge(judgeRequest, never, () => undefined)).choice).toBe('exit_1');
  // The knowledge about the preference holds as long as the process runs.
  expect(bodies().map((body) => body['temperature'])).toEqual([2, undefined, undefined, 0.5]);
  expect(warnings).toEqual([]);
});
