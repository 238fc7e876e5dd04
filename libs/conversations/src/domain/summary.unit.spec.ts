import {
  ada,
  conditions,
  fold,
  greeted,
  history,
  complete,
  say,
  start,
  when,
  type TimedCommand,
} from '../../test/histories.js';
import type { ConversationEvent } from './conversation-event.js';
import { existing } from './conversation-decider.js';
import { fallenAfter } from './summary.js';

const limits = { ...conditions.limits, maxTranscriptCharacters: 36 };
const inSmallWindow = { ...conditions, limits };
const words = 'A book on whales';

function summarized(text: string | null, messages: number, interactionId = 'i2'): TimedCommand {
  return {
    type: 'SummarizeConversation',
    interactionId,
    calls: [],
    facts: [],
    summary: { text, messages },
    atMs: 5_000_000,
  };
}

const after = (given: readonly ConversationEvent[], ...commands: readonly TimedCommand[]) =>
  commands.reduce((events, command) => [...events, ...when(events, command)], given);
const stateOf = (events: readonly ConversationEvent[]) => existing(fold(events));
const fallenOf = (events: readonly ConversationEvent[]) => stateOf(events).fallen?.map(({ text }) => text);

/** Greeting, question and agent message. A window of 36 characters shows only the last. */
const full = after(
  history({ ...start(), conditions: inSmallWindow } as TimedCommand, complete('i1')),
  { ...say(words), conditions: inSmallWindow } as TimedCommand,
  complete('i2'),
);

describe('given a conversation in which messages have fallen out of the window', () => {
  it('then they are kept until a summary covers them, and as far as it does', () => {
    expect(fallenOf(full)).toEqual(['Hello there.', words]);
    expect(fallenOf(after(full, summarized('They', 1)))).toEqual([words]);
    expect(fallenOf(after(full, summarized('They want a book.', 2)))).toBeUndefined();
  });

  it('when each summary fails, then all of them are kept, however many windows they would fill', () => {
    let given = full;
    for (const turn of ['i3', 'i4', 'i5', 'i6'])
      given = after(
        given,
        { ...say(`${words} ${turn}`, turn), conditions: inSmallWindow } as TimedCommand,
        complete(turn),
        summarized(null, stateOf(given).visibleMessages, turn),
      );
    const kept = fallenOf(given) ?? [];
    expect(kept).toHaveLength(stateOf(given).visibleMessages - stateOf(given).transcript.length);
    for (const turn of ['i3', 'i4', 'i5']) expect(kept).toContain(`${words} ${turn}`);
  });

  it('when its model makes no summaries, then they are let go, and an earlier summary stays', () => {
    const events = after(full, summarized('They want a book.', 1), summarized('', 2));
    expect(stateOf(events)).toMatchObject({
      fallen: null,
      summary: { text: 'They want a book.', messages: 2, askedMessages: 2 },
    });
  });

  it('when it is summed up, then the summary is known, whatever turn runs by then', () => {
    const running = after(full, { ...say('More', 'i3'), conditions: inSmallWindow } as TimedCommand);
    for (const given of [full, running]) {
      const events = after(given, summarized('They want a book.', 2));
      expect(events.at(-1)?.type).toBe('ConversationSummarized');
      expect(stateOf(events)).toMatchObject({
        summary: { text: 'They want a book.', messages: 2, askedMessages: 2 },
        running: given === running ? { interactionId: 'i3' } : null,
      });
    }
  });

  it('when the next summary has no result, then the old one stays, with what fell out since', () => {
    const known = after(full, summarized('They want a book.', 1));
    const events = after(known, summarized(null, 2));
    expect(stateOf(events)).toMatchObject({
      summary: { text: 'They want a book.', messages: 1, askedMessages: 2 },
    });
    expect(fallenOf(events)).toEqual([words]);
  });

  it('when a late summary covers no more, then the old one stays', () => {
    const events = after(
      full,
      summarized('They want a book.', 2),
      summarized('They', 1, 'i1'),
      summarized('They say hello.', 2),
    );
    expect(stateOf(events)).toMatchObject({
      summary: { text: 'They want a book.', messages: 2, askedMessages: 2 },
    });
    expect(fallenOf(events)).toBeUndefined();
  });

  it('when a late summary covers less than was asked for since, then no summary is asked for again because of it', () => {
    const events = after(full, summarized(null, 2), summarized('They', 1, 'i1'));
    expect(stateOf(events)).toMatchObject({ summary: { text: 'They', messages: 1, askedMessages: 2 } });
  });

  it('when it has finished, then the cost of the call is recorded all the same', () => {
    const events = after(full, { type: 'FinishConversation', atMs: 6_000_000 }, summarized('They', 1));
    expect(events.at(-1)?.type).toBe('ConversationSummarized');
    expect(stateOf(events).stage).toBe('finished');
  });
});

it('given more messages without a summary than four prompts would show, then each is kept when more follow', () => {
  const told = (from: number, count: number) =>
    Array.from({ length: count }, (_, place) => ({
      type: 'user-message' as const,
      text: `${from + place} `.padEnd(2_000, 'x'),
    }));
  const before = told(0, 50);
  const kept = told(60, 2);
  const fallen = fallenAfter(before, [...told(50, 10), ...kept], kept, conditions.limits);
  expect(fallen).toEqual(told(0, 60));
});

it('given a conversation older than summaries, then nothing is kept for one', () => {
  const before = { ...conditions, limits: { ...limits, maxSummaryCharacters: 0 } };
  const given = after(
    history({ ...start(), conditions: before } as TimedCommand, complete('i1')),
    { ...say(words), conditions: before } as TimedCommand,
    complete('i2'),
  );
  expect(stateOf(given)).toMatchObject({ fallen: null, summary: null });
  expect(stateOf(given).transcript).toHaveLength(1);
});

it('given a conversation that shows all its messages, then nothing is kept for a summary', () => {
  expect(stateOf(greeted)).toMatchObject({ fallen: null, summary: null, user: ada });
});
