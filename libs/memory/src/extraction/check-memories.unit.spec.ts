import { transcript } from '../../test/transcripts.js';
import { checkMemories, memoryBounds } from './check-memories.js';
import type { ProposedMemory, Span } from './memory-extractor.js';

const conversation = transcript([
  'agent: Hello. Where do you live?',
  'user: I live in Berlin. My sister Anna lives there, too.',
  'agent: You live in Berlin, then.',
  'user: Since May I work in Potsdam.',
]);

const said = (messageId: string, text: string): Span => ({ messageId, text });

const proposal = (changes: Partial<ProposedMemory> = {}): ProposedMemory => ({
  content: 'Lives in Berlin.',
  context: 'Asked where they live.',
  confidence: 0.9,
  spans: [said('m2', 'I live in Berlin.')],
  fact: { attribute: 'home', item: null, value: 'Berlin' },
  ...changes,
});

const check = (...changes: Partial<ProposedMemory>[]) => checkMemories(conversation, changes.map(proposal));

describe('given a proposal with spans that occur in the messages that it names', () => {
  it("then it is kept, with the time of the user's newest message that it quotes", () => {
    expect(check({ spans: [said('m4', 'work in Potsdam'), said('m2', 'I live in Berlin.')] })).toEqual({
      kept: [
        {
          ...proposal(),
          spans: [said('m4', 'work in Potsdam'), said('m2', 'I live in Berlin.')],
          saidAtMs: 4_000,
        },
      ],
      refused: {},
    });
  });

  it("then the agent's words may support it, but do not set its time", () => {
    const { kept } = check({ spans: [said('m2', 'Berlin'), said('m3', 'You live in Berlin')] });
    expect(kept).toMatchObject([{ saidAtMs: 2_000 }]);
  });

  it('then the result is in the order in which it was said, whatever the order of the proposals', () => {
    const { kept } = check(
      { content: 'Works in Potsdam.', spans: [said('m4', 'I work in Potsdam.')] },
      { content: 'Has a sister Anna.', spans: [said('m2', 'My sister Anna')] },
      {},
    );
    expect(kept.map(({ content }) => content)).toEqual([
      'Lives in Berlin.',
      'Has a sister Anna.',
      'Works in Potsdam.',
    ]);
  });

  it('then a span is kept as it is in the message, not as the extractor copied it', () => {
    const messages = transcript(['user: I’m at\u00a0the\n  café on “Main”.']);
    const { kept } = checkMemories(messages, [
      proposal({ spans: [said('m1', ' I\'m at the cafe\u0301 on "Main" ')] }),
    ]);
    expect(kept).toMatchObject([{ spans: [said('m1', 'I’m at\u00a0the\n  café on “Main”')] }]);
  });
});

describe('given a proposal that does not quote the user', () => {
  it.each<[string, Partial<ProposedMemory>, string]>([
    ['no spans at all', { spans: [] }, 'no_words_of_the_user'],
    ["the agent's words alone", { spans: [said('m3', 'You live in Berlin')] }, 'no_words_of_the_user'],
    ['a message of no such conversation', { spans: [said('m9', 'I live in Berlin.')] }, 'unknown_message'],
    ['words of another message', { spans: [said('m4', 'I live in Berlin.')] }, 'span_not_found'],
    ['words in other case', { spans: [said('m2', 'i live in berlin')] }, 'span_not_found'],
    ['words put together', { spans: [said('m2', 'I live there')] }, 'span_not_found'],
    [
      'one span that stands there and one that does not',
      { spans: [said('m2', 'Berlin'), said('m2', 'Hamburg')] },
      'span_not_found',
    ],
    ['white space alone', { spans: [said('m2', ' ')] }, 'out_of_bounds'],
    ['no content', { content: ' ' }, 'out_of_bounds'],
    ['content that is too long', { content: 'x'.repeat(memoryBounds.content + 1) }, 'out_of_bounds'],
    ['context that is too long', { context: 'x'.repeat(memoryBounds.context + 1) }, 'out_of_bounds'],
    ['content that no database holds', { content: 'Lives in \u0000.' }, 'out_of_bounds'],
    ['a confidence beyond one', { confidence: 1.01 }, 'out_of_bounds'],
    ['a confidence that is no number', { confidence: Number.NaN }, 'out_of_bounds'],
    ['a fact without value', { fact: { attribute: 'home', item: null, value: '' } }, 'out_of_bounds'],
    [
      'too many spans',
      { spans: Array.from({ length: memoryBounds.spans + 1 }, () => said('m2', 'Berlin')) },
      'out_of_bounds',
    ],
  ])('when it has %s, then it is refused and counted', (_what, changes, rejection) => {
    expect(check(changes, {})).toEqual({
      kept: [expect.objectContaining({ content: 'Lives in Berlin.' })],
      refused: { [rejection]: 1 },
    });
  });

  it('when half of an accented letter is quoted, then it is not found', () => {
    const messages = transcript(['user: I like the cafe\u0301 here.']);
    const quoting = (text: string) => checkMemories(messages, [proposal({ spans: [said('m1', text)] })]);
    expect(quoting('the cafe').refused).toEqual({ span_not_found: 1 });
    expect(quoting('the\u00a0cafe').refused).toEqual({ span_not_found: 1 });
    expect(quoting('the\u00a0caf\u00e9').refused).toEqual({});
  });
});

describe('given many proposals', () => {
  it('then the same content from the same message is kept once', () => {
    const { kept, refused } = check({}, { content: 'lives in  Berlin' }, { spans: [said('m4', 'Potsdam')] });
    expect(kept).toHaveLength(2);
    expect(refused).toEqual({ repeated: 1 });
  });

  it('then at most as many are kept as a conversation may have', () => {
    const many = Array.from({ length: memoryBounds.memories + 3 }, (_, index) => ({
      content: `Fact ${index}.`,
    }));
    const { kept, refused } = check(...many);
    expect(kept).toHaveLength(memoryBounds.memories);
    expect(refused).toEqual({ too_many_memories: 3 });
  });
});
