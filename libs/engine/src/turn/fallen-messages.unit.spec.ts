import fc from 'fast-check';
import { actionState, graphOf } from '../../test/graphs.js';
import { turnInput } from '../../test/turns.js';
import type { Carried } from '../input/carried.js';
import { fallenMessages } from './fallen-messages.js';
import { characters, isSpoken, tokens, transcriptWindow } from '../prompt/transcript-window.js';
import type { TranscriptMessage } from '../input/transcript-message.js';
import { defaultTurnLimits } from '../input/turn-request.js';

const graph = graphOf([actionState('desk'), actionState('end')]);
const limits = { ...defaultTurnLimits, maxTranscriptCharacters: 40 };
const said = (text: string): TranscriptMessage => ({ type: 'user-message', text });
const texts = (messages: readonly TranscriptMessage[] = []) => messages.map(({ text }) => text);
const manyTokens = 10_000;
const note = { type: 'agent-inner-thought', text: 'A note' } as const;

function between(transcript: readonly TranscriptMessage[], changes: Partial<Carried> = {}) {
  const { fallen = [] } = changes;
  const context = turnInput(graph, { limits, transcript });
  const messages = fallen.length + transcript.filter(isSpoken).length;
  return { ...context, messages, fallen, ...changes };
}

describe('given the transcript of a conversation', () => {
  const four = ['1'.repeat(10), '2'.repeat(10), '3'.repeat(10), '4'.repeat(10)].map(said);

  it('when all of it is still shown, then nothing has fallen out', () => {
    expect(fallenMessages(between([note, ...four]), manyTokens)).toBeNull();
  });

  it('when a block of it is no longer shown, then that block has fallen out, once', () => {
    const input = between([note, ...four.slice(2)], { fallen: four.slice(0, 2) });
    expect(fallenMessages(input, manyTokens)).toEqual({ messages: 2, fallen: four.slice(0, 2) });
    const summary = { text: 'Figures.', messages: 2, askedMessages: 2 };
    expect(fallenMessages({ ...input, summary }, manyTokens)).toBeNull();
  });

  it('when its summary has failed, then it is requested again with the next block, and covers both', () => {
    const summary = { text: 'Figures.', messages: 1, askedMessages: 2 };
    const input = between([], { fallen: four.slice(1), messages: 4, summary });
    expect(fallenMessages(input, manyTokens)).toEqual({ messages: 4, fallen: four.slice(1) });
  });

  it('when more has fallen out than was kept, then only the kept part counts', () => {
    const input = between(four.slice(3), { fallen: four.slice(2, 3), messages: 9 });
    expect(fallenMessages(input, manyTokens)).toEqual({ messages: 8, fallen: four.slice(2, 3) });
  });

  it('when it is from before messages were kept, then there is nothing to summarize', () => {
    expect(fallenMessages(between(four, { messages: 9 }), manyTokens)).toBeNull();
  });

  it("when the model's context is smaller than what is kept, then what it is not shown has fallen out as well", () => {
    const fallen = fallenMessages(between(four), 20);
    expect(texts(fallen?.fallen)).toEqual(texts(four.slice(0, fallen?.messages)));
    expect(fallen?.messages).toBeGreaterThan(0);
  });
});

it('given any conversation with successful summaries, then each message is shown or summarized, and none is summarized twice', () => {
  const message = fc.string({ minLength: 1, maxLength: 25, unit: 'grapheme' }).map(said);
  fc.assert(
    fc.property(fc.array(message, { maxLength: 40 }), fc.integer({ min: 30, max: 60 }), (all, most) => {
      let transcript: readonly TranscriptMessage[] = [];
      let summary = { text: '', messages: 0, askedMessages: 0 };
      let count = 0;
      for (const [place, one] of all.entries()) {
        const before = [...transcript, one];
        transcript = transcriptWindow(before, characters(40));
        const first = place + 1 - before.length;
        const fallen = before.slice(Math.max(0, summary.messages - first), before.length - transcript.length);
        const input = between(transcript, { fallen, messages: place + 1, summary });
        const asked = fallenMessages(input, most);
        const messages = asked?.messages ?? summary.messages;
        count += asked?.fallen.length ?? 0;
        const shown = transcriptWindow(transcript, tokens(most));
        expect(messages).toBeGreaterThanOrEqual(place + 1 - shown.length);
        summary = { text: 'So it was.', messages, askedMessages: messages };
      }
      expect(count).toBe(summary.messages);
    }),
  );
});
