import { PersonalValue, type SqlFragment } from '@svc/event-store';
import type { JsonObject } from '@svc/kernel';
import { cutPersonal } from '@svc/sealing';
import { conversationSamples } from '../../test/event-samples.js';
import { fold, history, say, start, complete, startedAtMs } from '../../test/histories.js';
import { conversationEventTypes } from '../adapters/event-types.js';
import { noRecord, type ConversationCommand } from '../domain/conversation-command.js';
import type { ConversationEvent } from '../domain/conversation-event.js';
import { conversationAggregate } from './conversation-aggregate.js';

const { decider, rows } = conversationAggregate;

/** As the log returns it once the subject's key is destroyed. */
function erased({ type, data }: ConversationEvent): ConversationEvent {
  const { message, personalFields = [] } = conversationEventTypes.byName.get(type)!;
  const { plain } = cutPersonal(message.toJSON(data) as JsonObject, personalFields);
  return { type, data: message.fromJSON(JSON.parse(JSON.stringify(plain))) } as ConversationEvent;
}

/** The rows of a conversation with these events, with empty personal columns. */
function clearedRows(events: readonly ConversationEvent[]): readonly SqlFragment[] | undefined {
  const change = { tenantId: 'org:demo', id: 'c1', before: fold([]), after: fold(events), events } as const;
  const cleared = (value: unknown) => (value instanceof PersonalValue ? value.resolve(() => null) : value);
  return rows?.(change).map(({ name, text, values }) => ({ name, text, values: values.map(cleared) }));
}

const words = /Hello|Ada|Lin|Reads at night|They want a book/;

describe('a conversation of an erased user', () => {
  it.each(conversationSamples.map((event, index) => [event.type, index] as const))(
    'takes %s (sample %i) without its words',
    (_type, index) => {
      const events = conversationSamples.slice(0, index + 1);
      expect(JSON.stringify(fold(events.map(erased)))).not.toMatch(words);
      expect(clearedRows(events.map(erased))).toEqual(clearedRows(events));
    },
  );

  it('has words before', () => {
    expect(JSON.stringify(fold(conversationSamples))).toMatch(words);
  });

  const atMs = startedAtMs + 9_000;
  const idle = history(start(), complete('i1'));
  const running = [...idle, ...history(start(), complete('i1'), say('Hello')).slice(idle.length)];
  it.each<[string, readonly ConversationEvent[], ConversationCommand]>([
    ['finished', idle, { type: 'FinishConversation' }],
    ['voided, when a turn runs', running, { type: 'VoidInteraction', reason: 'lease-expired', ...noRecord }],
    [
      'voided, when its first turn runs',
      history(start()),
      { type: 'VoidInteraction', reason: 'failed', ...noRecord },
    ],
  ])('can be %s, by events and rows without anything personal', (_how, events, command) => {
    const before = fold(events.map(erased));
    const decided = decider.decide(before, { ...command, atMs });
    expect(decided).toEqual(decider.decide(fold(events), { ...command, atMs }));
    for (const event of decided) expect(erased(event)).toEqual(event);
    const change = {
      tenantId: 'org:demo',
      id: 'c1',
      before,
      after: fold(decided, before),
      events: decided,
    } as const;
    const values = rows?.(change).flatMap((fragment) => fragment.values) ?? [];
    expect(values.filter((value) => value instanceof PersonalValue)).toEqual([]);
  });
});
