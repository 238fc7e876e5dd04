import type { LanguageModelV4, LanguageModelV4CallOptions } from '@ai-sdk/provider';
import { estimatedTokens, ModelError, type TranscriptMessage } from '@svc/engine';
import { callSampling } from '../src/asking/call-sampling.js';
import { ModelCapabilities } from '../src/asking/model-capabilities.js';
import { ModelCatalogue } from '../src/catalogue/model-catalogue.js';
import { modelDefinition } from '../src/definition/model-definition.js';
import { Models } from '../src/models.js';
import { defaultTimeLimits } from '../src/timing/time-limits.js';
import { asksForChoice } from './asked-for.js';
import { Conversation } from './conversation.js';
import { action, graph } from './graphs/builders.js';
import { ScriptedLanguageModel } from './scripted-language-model.js';

const row = graph('Lends books', [
  action(
    'desk',
    'Find the book',
    ['Ask for the title', 'Ask for the author'],
    [['The title is known', 'end']],
  ),
  action('end', 'Say goodbye', ['Say goodbye'], []),
]);

/** Refuses prompts that it can't take in, as a server does. */
class BoundedModel extends ScriptedLanguageModel {
  readonly sizes: number[] = [];

  constructor(private readonly maxTokens: number) {
    super();
  }

  override async doStream(options: LanguageModelV4CallOptions) {
    const tokens = estimatedTokens(JSON.stringify(options.prompt));
    this.sizes.push(tokens);
    if (tokens > this.maxTokens) throw new ModelError('context_overflow');
    const isChoice = asksForChoice(options);
    const answer = isChoice ? '{"choice":"action_1","reason":"no title yet"}' : 'Which book?';
    return new ScriptedLanguageModel([answer]).doStream(options);
  }
}

class BrokenModel extends ScriptedLanguageModel {
  override async doStream(): Promise<never> {
    throw new ModelError('refused');
  }
}

const named = (
  name: string,
  model: LanguageModelV4,
  contextTokens: number,
  fallbacks: readonly string[] = [],
) => {
  const definition = modelDefinition.parse({
    provider: 'openai',
    model: name,
    context_tokens: contextTokens,
    fallbacks,
  });
  return {
    name,
    definition,
    model,
    limits: defaultTimeLimits,
    settings: { context_tokens: contextTokens },
    sampling: callSampling(definition),
    capabilities: new ModelCapabilities(),
  };
};

const long = [
  'It was a long day and much happened there. ',
  '那是漫长的一天，我想预约星期五上午的门诊，谢谢。',
].map((words) =>
  Array.from({ length: 200 }, (_, place): TranscriptMessage => ({
    type: place % 2 === 0 ? 'agent-message' : 'user-message',
    text: `Message ${place}: ${words.repeat(3)}`,
  })),
);

describe('given a long conversation and a fallback with a small context', () => {
  it.each(long)(
    'when the first model fails, then the prompt is cut for the fallback, and it answers',
    async (...transcript) => {
      const small = new BoundedModel(4_096);
      const catalogue = new ModelCatalogue([
        named('default', new BrokenModel(), 128_000, ['small']),
        named('small', small, 4_096),
      ]);
      const port = new Models(catalogue).forTurn({ conversationId: 'c1', preferences: [] });
      const conversation = new Conversation(row, undefined, undefined, port);
      conversation.state = 'desk';
      conversation.transcript.push(...transcript);
      const calls = (await conversation.say('Hello')).message;
      expect(calls).toBe('Which book?');
      expect(small.sizes).toHaveLength(2);
      for (const size of small.sizes) expect(size).toBeGreaterThan(1_000);
    },
  );

  it('when the fallback takes in less than is configured, then it is asked again with half', async () => {
    const small = new BoundedModel(4_096);
    const catalogue = new ModelCatalogue([
      named('default', new BrokenModel(), 128_000, ['small']),
      named('small', small, 8_192),
    ]);
    const port = new Models(catalogue).forTurn({ conversationId: 'c1', preferences: [] });
    const conversation = new Conversation(row, undefined, undefined, port);
    conversation.state = 'desk';
    conversation.transcript.push(...(long[0] ?? []));
    expect((await conversation.say('Hello')).message).toBe('Which book?');
  });

  it('when a summary is made, then what it is made of fits the fallback too', () => {
    const catalogue = new ModelCatalogue([
      named('default', new BrokenModel(), 128_000, ['small']),
      named('small', new BoundedModel(4_096), 4_096),
    ]);
    const port = new Models(catalogue).forTurn({ conversationId: 'c1', preferences: [] });
    expect(port.identityOf?.('summarize').settings).toMatchObject({ context_tokens: 4_096 });
    expect(port.identityOf?.('engage').settings).toMatchObject({ context_tokens: 128_000 });
  });
});

describe('given models of different sizes', () => {
  const of = (...sizes: readonly number[]) =>
    new Models(
      new ModelCatalogue(
        sizes.map((size, place) => named(place === 0 ? 'default' : `m${place}`, new BrokenModel(), size)),
        96_000,
      ),
    ).transcriptCharacters;

  it('then the largest says how much of a conversation is kept for prompts, within bounds', () => {
    expect([of(4_096), of(32_768), of(65_536), of(200_000)]).toEqual([24_000, 24_000, 48_000, 96_000]);
    expect(of(4_096, 65_536)).toBe(48_000);
  });
});
