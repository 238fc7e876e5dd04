import type { ModelAttempt } from '@svc/engine';
import { createMetrics } from '@svc/telemetry';
import { ManualTimers } from '../test/manual-timers.js';
import { engageRequest, judgeRequest, summarizeRequest } from '../test/requests.js';
import { ScriptedLanguageModel, type Answer } from '../test/scripted-language-model.js';
import { ModelCapabilities } from './asking/model-capabilities.js';
import { ModelCatalogue, type ConfiguredModel } from './catalogue/model-catalogue.js';
import { modelDefinition } from './definition/model-definition.js';
import { Models, type ModelPreference } from './models.js';
import { defaultTimeLimits } from './timing/time-limits.js';

const never = new AbortController().signal;
const verdict = '{"choice":"exit_1","reason":"r"}';

function configured(
  name: string,
  answers: readonly Answer[],
): ConfiguredModel & {
  readonly model: ScriptedLanguageModel;
} {
  const price = { input: 2, cached_input: 1, output: 10 };
  const definition = modelDefinition.parse({ provider: 'openai', model: `${name}-1`, price });
  return {
    name,
    definition,
    model: new ScriptedLanguageModel(answers),
    limits: defaultTimeLimits,
    settings: {},
    sampling: { judgement: { temperature: 0 }, message: { temperature: 1 }, extraction: {} },
    capabilities: new ModelCapabilities(),
  };
}

function modelsOf(answers: Readonly<Record<string, readonly Answer[]>>, probed: string | null = null) {
  const configurations = Object.entries(answers).map(([name, of]) => configured(name, of));
  const metrics = createMetrics();
  const lines: [string, unknown][] = [];
  const log = (message: string, fields?: unknown) => void lines.push([message, fields]);
  const logger = { debug: log, info: log, warn: log, error: log, child: () => logger };
  const models = new Models(new ModelCatalogue(configurations), {
    timers: new ManualTimers(),
    random: () => 0,
    metrics,
    logger,
    probe: () => Promise.resolve(probed),
  });
  const judged = async (...preferences: readonly ModelPreference[]) => {
    const port = models.forTurn({ conversationId: 'c1', preferences });
    const attempts: ModelAttempt[] = [];
    await port.judge(judgeRequest, never, (attempt) => attempts.push(attempt)).catch(() => undefined);
    return { port, attempts };
  };
  return { models, configurations, metrics, lines, judged };
}

const preferring = (interactionName: string, llmName: string, params: object = {}): ModelPreference => ({
  interactionName,
  llmName,
  paramsJson: JSON.stringify(params),
});

it('offers each model by its name, with the schema of its sampling', () => {
  const { models } = modelsOf({ default: [], other: [] });
  expect(models.offered.map(({ name }) => name)).toEqual(['default', 'other']);
  expect(models.offered[1]?.paramsSchema).toMatchObject({
    type: 'object',
    properties: { temperature: { type: 'number', minimum: 0, maximum: 2 } },
    additionalProperties: false,
  });
});

describe('given a version set that prefers models', () => {
  it('when it prefers one for summaries, then that one summarizes, sampled like an extraction', async () => {
    const { models, configurations } = modelsOf({ default: [], other: [] });
    const [first, other] = configurations;
    const preferences = [preferring('summarize', 'other', { seed: 7 })];
    const port = models.forTurn({ conversationId: 'c1', preferences });
    const pieces = port.generate(summarizeRequest, never, () => undefined)[Symbol.asyncIterator]();
    const asked = pieces.next();
    await new Promise((resolve) => setImmediate(resolve));
    other?.model.say('They want a book.');
    expect(await asked).toMatchObject({ value: 'They want a book.' });
    await pieces.return?.();
    expect(first?.model.calls).toEqual([]);
    expect(other?.model.calls[0]).toMatchObject({ seed: 7 });
    expect(other?.model.calls[0]).not.toHaveProperty('temperature');
    expect(port.identityOf?.('summarize')).toMatchObject({ settings: { seed: 7 } });
  });

  it('when it prefers one for a kind of call, then that one is called, with its sampling, and recorded', async () => {
    const { configurations, judged } = modelsOf({ default: [], other: [verdict] });
    const { port } = await judged(preferring('navigate', 'other', { temperature: 0.1, seed: 7 }));
    const [first, other] = configurations;
    expect([first?.model.calls.length, other?.model.calls.length]).toEqual([0, 1]);
    expect(other?.model.calls[0]).toMatchObject({ temperature: 0.1, seed: 7 });
    expect(port.identityOf?.('navigate')).toMatchObject({ settings: { temperature: 0.1, seed: 7 } });
    expect(port.identityOf?.('engage')).toMatchObject({ settings: { temperature: 1 } });
  });

  it.each([
    ['a model that there is not', preferring('navigate', 'unknown')],
    ['an interaction that there is not', preferring('sing', 'other')],
    ['sampling that it can not take', preferring('navigate', 'other', { temperature: 9 })],
  ])('when it prefers %s, then the default model is asked, and that is logged', async (_what, preference) => {
    const { configurations, judged, lines } = modelsOf({ default: [verdict], other: [] });
    await judged(preference);
    expect(configurations.map(({ model }) => model.calls.length)).toEqual([1, 0]);
    expect(lines).toEqual([
      ['a preferred model is left out', expect.objectContaining({ conversation_id: 'c1' })],
    ]);
  });
});

describe('the cost of an attempt', () => {
  const usage = {
    inputTokens: 1_000_000,
    cachedInputTokens: 500_000,
    outputTokens: 100_000,
    cacheWriteTokens: null,
    reasoningTokens: null,
  };

  it('uses the price of the model that was called', () => {
    const { models } = modelsOf({ default: [] });
    expect(models.costOf(models.identity.name, usage)).toBe(2.5);
  });

  it('counts tokens that the cache wrote at their own price', () => {
    const one = configured('default', []);
    const price = { input: 2, cached_input: 1, cache_write: 3, output: 10 };
    const models = new Models(new ModelCatalogue([{ ...one, definition: { ...one.definition, price } }]));
    const written = { ...usage, cacheWriteTokens: 100_000 };
    expect(models.costOf(models.identity.name, written)).toBeCloseTo(2.6);
  });

  it('is unknown where the same model is configured with different prices', () => {
    const other = configured('other', []);
    const dearer: ConfiguredModel = {
      ...other,
      definition: { ...other.definition, price: { input: 3, output: 10 } },
    };
    const { models } = modelsOf({ default: [], other: [] });
    expect(models.costOf(models.identity.name, usage)).toBe(2.5);
    const differing = new Models(new ModelCatalogue([configured('default', []), dearer]));
    expect(differing.costOf(models.identity.name, usage)).toBeNull();
  });

  it('is unknown for a model that is not configured, and for tokens that were not counted', () => {
    const { models } = modelsOf({ default: [] });
    expect(models.costOf('openai/another', usage)).toBeNull();
    expect(models.costOf(models.identity.name, { ...usage, outputTokens: null })).toBeNull();
  });
});

describe('what is logged of failing calls', () => {
  const conversation = { conversation_id: 'c1' };

  it('when a model is retried, then that, why, and in which conversation', async () => {
    const { judged, lines } = modelsOf({ default: [new TypeError('secret words'), verdict] });
    const call = judged();
    await new Promise((resolve) => setImmediate(resolve));
    expect(lines).toEqual([
      ['a model is asked again', { ...conversation, model: 'default', failure: 'unavailable', wait_ms: 200 }],
    ]);
    expect(JSON.stringify(lines)).not.toContain('secret');
    void call;
  });
});

describe('what is measured of models', () => {
  it('when a call is made, then its length, tokens and cost by the model', async () => {
    const { judged, metrics } = modelsOf({ default: [verdict] });
    await judged();
    const text = await metrics.expose();
    const labels =
      'gen_ai_operation_name="chat",gen_ai_provider_name="openai",gen_ai_request_model="default-1",model="default"';
    expect(text).toContain(`gen_ai_client_operation_duration_seconds_count{${labels}} 1`);
    expect(text).toContain(`gen_ai_client_token_usage_sum{${labels},gen_ai_token_type="input"} 1`);
    // One token of input at 2 dollars per million, one of output at 10.
    expect(text).toContain('model_cost_dollars_total{model="default"} 0.000012');
    expect(text).toContain('model_available{model="default"} 1');
  });

  it('when a model fails, then its failures by kind; when it continues, that its circuit is open', async () => {
    const { judged, metrics } = modelsOf({ default: Array<Answer>(6).fill(new TypeError('refused')) });
    const calls = Array.from({ length: 6 }, () => judged());
    // Retries wait for time that does not pass.
    await Promise.race([Promise.all(calls), new Promise((resolve) => setImmediate(resolve))]);
    const text = await metrics.expose();
    expect(text).toMatch(/duration_seconds_count\{[^}]*error_type="unavailable"\} 6/);
    expect(text).toContain('model_available{model="default"} 0');
  });

  it('when a model can not be reached at the start, then that it can not, until a call succeeds', async () => {
    const { models, judged, metrics } = modelsOf({ default: [verdict] }, 'ECONNREFUSED');
    models.servers.start();
    await new Promise((resolve) => setImmediate(resolve));
    expect(await metrics.expose()).toContain('model_available{model="default"} 0');
    await judged();
    expect(await metrics.expose()).toContain('model_available{model="default"} 1');
  });

  it('when a message is worded, then the time to its first piece', async () => {
    const { models, configurations, metrics } = modelsOf({ default: [] });
    const pieces = models
      .forTurn({ conversationId: 'c1', preferences: [] })
      .generate(engageRequest, never, () => undefined)
      [Symbol.asyncIterator]();
    const first = pieces.next();
    await new Promise((resolve) => setImmediate(resolve));
    configurations[0]?.model.say('Hello.');
    await first;
    await pieces.return?.();
    expect(await metrics.expose()).toMatch(/time_to_first_chunk_seconds_count\{[^}]*model="default"\} 1/);
  });

  it('when a message was unused, then that and why, by the model that words messages', async () => {
    const { models, metrics } = modelsOf({ default: [], other: [] });
    const preferences = [preferring('engage', 'other')];
    const port = models.forTurn({ conversationId: 'c1', preferences });
    port.onUnusedMessage?.({ model: port.identityOf?.('engage').name ?? '', reason: 'moved_on' });
    const text = await metrics.expose();
    expect(text).toContain('model_messages_in_vain_total{model="other",reason="moved_on"} 1');
  });
});
