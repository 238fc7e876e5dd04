import { ada } from '../../test/histories.js';
import { inputMessages } from './input-messages.js';

const atMs = 100_000;
const lastMessageAtMs = 90_000;
const nothingUntold = { lastMessageAtMs: null, queued: null, toolCalls: null };

const hear = (
  timestamps: readonly number[],
  { text = 'Hello', last = lastMessageAtMs, content = 'The door opened', databaseNowMs = atMs } = {},
) =>
  inputMessages(
    {
      interactionId: 'i',
      user: ada,
      input: {
        kind: 'user-message',
        messageId: 'm',
        text,
        externalEvents: timestamps.map((timestampMs, index) => ({
          messageId: `e${index}`,
          content,
          timestampMs,
          aheadMs: timestampMs - databaseNowMs,
        })),
      },
    },
    { ...nothingUntold, lastMessageAtMs: last },
    atMs,
  );
const times = (messages: ReturnType<typeof inputMessages>) => messages.map(({ createdAtMs }) => createdAtMs);

describe('the input of a turn', () => {
  it('then external events come before the message, at the times when they happened', () => {
    const messages = hear([91_000, 95_000]);
    expect(messages.map(({ messageId, type, sender }) => [messageId, type, sender])).toEqual([
      ['e0', 'external-event', 'External event'],
      ['e1', 'external-event', 'External event'],
      ['m', 'user-message', 'Ada'],
    ]);
    expect(times(messages)).toEqual([91_000, 95_000, atMs]);
  });

  it('given events up to 5 s ahead of our clock, then they are taken as now', () => {
    expect(times(hear([atMs + 1_000, atMs + 5_000]))).toEqual([atMs, atMs, atMs]);
  });

  it('given our own clock is behind or ahead of the shared clock, then the shared clock decides', () => {
    expect(times(hear([atMs + 60_000], { databaseNowMs: atMs + 60_000 }))).toEqual([atMs, atMs]);
    expect(() => hear([atMs], { databaseNowMs: atMs - 60_000 })).toThrow(/must lie in the past/);
  });

  it('given a clock behind the one that wrote the latest message, then time never runs backwards', () => {
    expect(times(hear([], { last: atMs + 300 }))).toEqual([atMs + 300]);
  });

  it.each([
    ['an event later than that', [atMs + 5_001]],
    ['an event before the latest message', [lastMessageAtMs - 1]],
    ['events out of order', [95_000, 94_999]],
  ])('given %s, then it is refused', (_what, timestamps) => {
    expect(() => hear(timestamps)).toThrow(expect.objectContaining({ code: 'invalid_request' }));
  });

  it.each([
    ['a blank message', { text: ' \n' }, [], /Send some text, or skip/],
    ['a blank event', { content: ' ' }, [95_000], /event is empty/],
  ])('given %s, then it is refused', (_what, changes, timestamps, message) => {
    expect(() => hear(timestamps, changes)).toThrow(
      expect.objectContaining({
        code: 'invalid_request',
        message: expect.stringMatching(message) as unknown,
      }),
    );
  });

  it.each(['greeting', 'skip'] as const)('given a %s, then there is no message', (kind) => {
    expect(inputMessages({ interactionId: 'i', input: { kind }, user: ada }, nothingUntold, atMs)).toEqual(
      [],
    );
  });

  it('given events that the agent was not told yet, then they come first, and none is before the one that it follows', () => {
    const queued = [
      { messageId: 'q', type: 'external-event', sender: 'X', text: 'Decided', createdAtMs: 95_000 },
    ] as const;
    const known = { lastMessageAtMs, queued, toolCalls: null };
    const externalEvents = [{ messageId: 'e', content: 'Rain', timestampMs: 91_000, aheadMs: -9_000 }];
    const input = { kind: 'user-message', messageId: 'm', text: 'Hello', externalEvents } as const;
    const messages = inputMessages({ interactionId: 'i', input, user: ada }, known, atMs);
    expect(messages.map(({ messageId, createdAtMs }) => [messageId, createdAtMs])).toEqual([
      ['q', 95_000],
      ['e', 95_000],
      ['m', atMs],
    ]);
  });
});
