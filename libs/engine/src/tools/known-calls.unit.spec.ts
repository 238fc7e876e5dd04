import type { KnownToolCall, ToolCall, ToolOutcome } from '../input/tool-call.js';
import type { ToolNote } from '../protocol/tool-note.js';
import { withNote } from './known-calls.js';

function callOf(place: number): ToolCall {
  return {
    id: `i${place}/tool.book.1`,
    toolId: 'book',
    name: 'book',
    version: null,
    input: { day: 'Tuesday' },
    effectKey: `i${place}/1`,
    state: 'desk',
    purpose: 'engage',
    round: 0,
    handling: {
      resultPersistence: 'accumulate',
      delivery: 'queue',
      failureDelivery: null,
      failureDeliveryByClass: null,
      lifecycle: 'independent',
    },
    isBackground: false,
    startedAtMs: place,
    timeoutMs: 10_000,
  };
}

const unknown: ToolOutcome = {
  status: 'unknown',
  failure: null,
  reason: 'no answer',
  result: null,
  durationMs: 9,
  endedAtMs: 9,
};

describe('given more open calls than a conversation needs', () => {
  it('then of the oldest it keeps only how they stand, and the others whole', () => {
    const notes = Array.from({ length: 60 }, (_value, place): readonly ToolNote[] => [
      { type: 'intent', call: callOf(place) },
      { type: 'outcome', call: callOf(place), outcome: unknown },
    ]).flat();
    const calls = notes.reduce<readonly KnownToolCall[]>(withNote, []);
    expect(calls).toHaveLength(60);
    const [oldest] = calls;
    expect(oldest).toMatchObject({ id: 'i0/tool.book.1', startedAtMs: 0, isShown: false, input: {} });
    expect(oldest?.outcome).toEqual({ ...unknown, reason: null });
    expect(calls.filter(({ isShown }) => isShown)).toHaveLength(50);
    expect(calls.at(-50)).toMatchObject({ isShown: true, input: { day: 'Tuesday' } });
  });
});
