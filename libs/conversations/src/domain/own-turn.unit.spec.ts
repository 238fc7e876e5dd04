import type { ToolCall, ToolNote, ToolOutcome } from '@svc/engine';
import {
  ada,
  complete,
  conditions,
  fold,
  greeted,
  say,
  when,
  type TimedCommand,
} from '../../test/histories.js';
import { noRecord } from './conversation-command.js';
import type { ConversationEvent } from './conversation-event.js';
import { existing } from './conversation-decider.js';
import { wantsOwnTurn } from './own-turn.js';

const call: ToolCall = {
  id: 'i2/tool.look_up.1',
  toolId: 'look_up',
  name: 'look_up',
  version: null,
  input: {},
  effectKey: null,
  state: 'talk',
  purpose: 'engage',
  round: 0,
  handling: {
    resultPersistence: 'accumulate',
    delivery: 'interrupt',
    failureDelivery: null,
    failureDeliveryByClass: null,
    lifecycle: 'independent',
  },
  isBackground: true,
  startedAtMs: 1_001_000,
  timeoutMs: 60_000,
};

const ended: ToolOutcome = {
  status: 'ended',
  failure: null,
  reason: null,
  result: 'Room 4',
  durationMs: 20_000,
  endedAtMs: 1_021_000,
};

/** A turn that has gone on without the result of its call. */
function goneOnWithout(changed: Partial<ToolCall> = {}): readonly ConversationEvent[] {
  const notes: readonly ToolNote[] = [{ type: 'intent', call: { ...call, ...changed } }];
  return after(greeted, say('Which room?'), complete('i2', { notes, backgroundPending: true }));
}

function after(events: readonly ConversationEvent[], ...commands: readonly TimedCommand[]) {
  return commands.reduce((all, command) => [...all, ...when(all, command)], events);
}

const landed = (outcome: ToolOutcome = ended): TimedCommand => ({
  type: 'RecordToolOutcome',
  callId: call.id,
  outcome,
  settledBy: null,
  atMs: 1_021_000,
});

const own = (interactionId = 'i3'): TimedCommand => ({
  type: 'StartInteraction',
  interaction: { interactionId, input: { kind: 'own', messageId: `${interactionId}-event` }, user: ada },
  conditions,
  atMs: 1_022_000,
});

const queue: TimedCommand = {
  type: 'QueueExternalEvent',
  interactionId: 'i1',
  messageId: 'decided',
  text: 'A person has decided.',
  atMs: 1_020_000,
};

const voided = (atMs: number): TimedCommand => ({
  type: 'VoidInteraction',
  reason: 'failed',
  ...noRecord,
  atMs,
});

const wants = (events: readonly ConversationEvent[]) => wantsOwnTurn(existing(fold(events)));

const begunBy = (events: readonly ConversationEvent[]) => {
  const begun = events.findLast((event) => event.type === 'InteractionStarted')?.data;
  return (
    begun && { kind: begun.kind, isOwnTurn: begun.isOwnTurn, texts: begun.messages.map(({ text }) => text) }
  );
};

describe('a result that comes between turns', () => {
  it('with `delivery` interrupt asks for a turn, which tells of it and is asked for once', () => {
    const result = after(goneOnWithout(), landed());
    expect(wants(result)).toBe(true);
    const told = after(result, own());
    expect(begunBy(told)).toEqual({
      kind: 'external-event',
      isOwnTurn: true,
      texts: ['The call of the tool "look_up" has ended.'],
    });
    expect(wants(told)).toBe(false);
    const completed = after(told, complete('i3'));
    expect(wants(completed)).toBe(false);
    expect(() => after(completed, own('i4'))).toThrow(
      expect.objectContaining({ code: 'operation_in_progress' }),
    );
  });

  it('with `delivery` queue waits for the next turn', () => {
    const handling = { ...call.handling, delivery: 'queue' } as const;
    expect(wants(after(goneOnWithout({ handling }), landed()))).toBe(false);
  });

  it.each([
    ['failure_delivery', { failureDelivery: 'queue' }, false],
    [
      'failure_delivery_by_class',
      { failureDelivery: 'queue', failureDeliveryByClass: { timeout: 'interrupt' } },
      true,
    ],
  ] as const)('that is a failure goes by `%s`', (_field, changed, expected) => {
    const handling = { ...call.handling, ...changed };
    const failed = {
      ...ended,
      status: 'failed',
      failure: 'timeout',
      reason: 'Too slow.',
      result: null,
    } as const;
    expect(wants(after(goneOnWithout({ handling }), landed(failed)))).toBe(expected);
  });

  it('while a turn runs asks for the one that follows', () => {
    const during = after(goneOnWithout(), say('Hello?', 'i3'), landed());
    expect(wants(during)).toBe(false);
    expect(wants(after(during, complete('i3')))).toBe(true);
  });
});

describe('an event that the agent was not told', () => {
  it('is told in a turn of its own, with what else there is', () => {
    const told = after(goneOnWithout(), landed(), queue, own());
    expect(begunBy(told)?.texts).toEqual(['A person has decided.']);
    expect(wants(after(told, complete('i3')))).toBe(false);
  });

  it('is told with the message of a user who is faster', () => {
    const told = after(greeted, queue, say('Hello?'));
    expect(begunBy(told)).toEqual({
      kind: 'user-message',
      isOwnTurn: false,
      texts: ['A person has decided.', 'Hello?'],
    });
    expect(wants(after(told, complete('i2')))).toBe(false);
  });

  it('given that turn is void, then it is still untold', () => {
    expect(wants(after(greeted, queue, say('Hello?'), voided(1_030_000)))).toBe(true);
  });

  it('given its own turns are void, then they come later and later, and then not again; the user is told', () => {
    let events = after(greeted, queue);
    const waits: number[] = [];
    let round = 0;
    for (; wants(events) && round < 20; round += 1) {
      const atMs = 2_000_000 + round;
      events = after(events, own(`own${round}`), voided(atMs));
      waits.push((existing(fold(events)).ownTurns?.notBeforeMs ?? 0) - atMs);
    }
    expect(waits).toEqual([5_000, 15_000, 60_000, 300_000, 900_000, 0]);
    expect(begunBy(after(events, say('Hello?', 'last')))?.texts).toEqual(['A person has decided.', 'Hello?']);
  });

  it('given the conversation is finished, then nobody is told', () => {
    const finished = after(greeted, queue, { type: 'FinishConversation', atMs: 1_030_000 });
    expect(wants(finished)).toBe(false);
    expect(() => after(finished, queue)).toThrow(expect.objectContaining({ code: 'conversation_finished' }));
  });
});
