import {
  complete,
  conditions,
  fold,
  greeted,
  history,
  participants,
  say,
  start,
  startedAtMs,
  when,
  placeOf,
} from '../../test/histories.js';
import { noRecord } from './conversation-command.js';
import { call } from '../../test/model-calls.js';
import { conversationDecider } from './conversation-decider.js';
import type { VoidReason } from './conversation-event.js';

const atMs = startedAtMs + 5_000;
const finish = { type: 'FinishConversation', atMs } as const;
const leave = (reason: VoidReason) => ({ type: 'VoidInteraction', reason, ...noRecord, atMs }) as const;
const types = (events: readonly { readonly type: string }[]) => events.map(({ type }) => type);

describe('starting a conversation', () => {
  it('given nothing, then it starts with an interaction, its tags sorted by key', () => {
    const tags = [
      { key: 'desk', value: 'front' },
      { key: 'area', value: null },
    ];
    const [started, user, under, interaction] = when([], start({ tags }));
    expect(started).toMatchObject({
      type: 'ConversationStarted',
      data: { tags: tags.toReversed(), startedAtMs },
    });
    expect(user).toMatchObject({ type: 'UserProfileRead', data: { displayName: 'Ada' } });
    expect(under).toEqual({ type: 'TurnConditionsRecorded', data: conditions });
    expect(interaction).toMatchObject({
      type: 'InteractionStarted',
      data: { interactionId: 'i1', kind: 'greeting', messages: [] },
    });
  });
});

describe('a turn', () => {
  it('given a greeted conversation, when the user speaks, then the message waits for the turn to complete', () => {
    const [started] = when(greeted, say('Hello'));
    expect(started).toMatchObject({
      type: 'InteractionStarted',
      data: {
        kind: 'user-message',
        messages: [{ messageId: 'i2-user', type: 'user-message', sender: 'Ada', text: 'Hello' }],
      },
    });
    expect(fold([started!], fold(greeted))).toMatchObject({ visibleMessages: 1, completedInteractions: 1 });
  });

  it('given a running turn, when it completes, then thoughts, transitions, calls and decisions come before the end', () => {
    const graph = ['g1', 7] as const;
    const ends = { previousGraphVersion: graph, nextGraphVersion: graph };
    const events = when(
      history(start(), complete('i1'), say('Hello')),
      complete('i2', {
        innerThoughts: ['They want a book.'],
        transitions: [
          { ...ends, type: 'action', previousState: 'talk', nextState: 'note', exitCondition: 'wants' },
          { ...ends, type: 'annotation', previousState: 'note', nextState: 'recommend', innerThought: 0 },
        ],
        place: placeOf('recommend'),
        calls: [
          call({ id: 'i2/m.navigate.talk.1', judgement: { choice: 'exit_1', reason: 'so' } }),
          call({ id: 'i2/m.engage.recommend.1' }),
        ],
        decisions: [decision(['wants'])],
      }),
    );
    expect(types(events)).toEqual([
      'InnerThoughtRecorded',
      'StateTransitioned',
      'StateTransitioned',
      'TurnRecorded',
      'AgentMessageCompleted',
      'InteractionCompleted',
    ]);
    expect(events[2]?.data).toMatchObject({ innerThoughtMessageId: 'i2-thought-0', exitCondition: null });
    expect(events[3]?.data).toMatchObject({
      calls: [{ callId: 'i2/m.navigate.talk.1' }, { callId: 'i2/m.engage.recommend.1' }],
      words: {
        exchanges: [
          { judgement: { choice: 'exit_1', reason: 'so' } },
          { attempts: [{ pieces: ['Hel', 'lo.'] }] },
        ],
        decisions: [{ isAbridged: false }],
      },
    });
    expect(events[5]?.data).toMatchObject({
      messages: [
        { messageId: 'i2-user', type: 'user-message' },
        { messageId: 'i2-thought-0', type: 'agent-inner-thought' },
        { messageId: 'i2-agent', type: 'agent-message' },
      ],
    });
    expect(fold(events, fold(history(start(), complete('i1'), say('Hello'))))).toMatchObject({
      running: null,
      currentState: 'recommend',
      completedInteractions: 2,
      lastInteractionId: 'i2',
      recordedMessages: 4,
      visibleMessages: 3,
    });
  });

  it('when it reaches the terminal state, then the conversation is finished with it', () => {
    const events = when(history(start()), complete('i1', { conversationCompleted: true }));
    expect(events.at(-1)).toMatchObject({ type: 'ConversationFinished', data: { reason: 'completed' } });
  });

  it('given lists too long for an event, then the decision is recorded without them', () => {
    const decisions = [decision(['x'.repeat(20_000)])];
    const events = when(history(start()), complete('i1', { decisions }));
    expect(events[0]).toMatchObject({
      data: { words: { decisions: [{ isAbridged: true, exitConditions: [], verdict: { action: 'Ask' } }] } },
    });
  });

  it('given another running turn, when one that was taken over completes, then it is refused', () => {
    const given = [...greeted, ...when(greeted, say('Hello', 'i2'))];
    expect(() => when(given, complete('i1'))).toThrow(
      expect.objectContaining({ code: 'operation_in_progress' }),
    );
  });

  it.each<VoidReason>(['cancelled', 'failed', 'lease-expired', 'owner-restarted', 'deletion'])(
    'when it is voided (%s), then nothing of it counts and the next one can begin',
    (reason) => {
      const given = history(start(), complete('i1'), say('Hello'));
      const [voided, ...others] = when(given, leave(reason));
      expect(voided).toMatchObject({ type: 'InteractionVoided', data: { interactionId: 'i2', reason } });
      expect(others).toEqual([]);
      expect(fold([...given, voided!])).toEqual(fold(greeted));
    },
  );

  it('given the first turn, when it is voided, then the conversation is discarded with it', () => {
    const events = when(history(start()), leave('failed'));
    expect(types(events)).toEqual(['InteractionVoided', 'ConversationDiscarded']);
    expect(() => when([...history(start()), ...events], say('Hello'))).toThrow(
      expect.objectContaining({ code: 'not_found' }),
    );
  });

  it('given no running turn, when one is voided, then nothing happens', () => {
    expect(when(greeted, leave('failed'))).toEqual([]);
  });
});

describe('rejections', () => {
  it.each([
    ['interaction', say('Hello', 'i3')],
    ['finish', finish],
  ])('given a running turn, then another %s', (_what, command) => {
    const given = history(start(), complete('i1'), say('Hello'));
    expect(() => when(given, command)).toThrow(expect.objectContaining({ code: 'operation_in_progress' }));
  });

  it.each([
    ['interaction', say('Hello', 'i3')],
    ['finish', finish],
  ])('given a finished conversation, then another %s', (_what, command) => {
    const given = [...greeted, ...when(greeted, finish)];
    expect(() => when(given, command)).toThrow(expect.objectContaining({ code: 'conversation_finished' }));
  });

  it.each([
    ['interaction', say('Hello', 'i3')],
    ['finish', finish],
    ['completion', complete('i1')],
  ])('given nothing, then %s', (_what, command) => {
    expect(() => when([], command)).toThrow(expect.objectContaining({ code: 'not_found' }));
  });
});

describe('finishing', () => {
  it('given a completed interaction, then it is finished on request', () => {
    expect(when(greeted, finish)).toEqual([
      { type: 'ConversationFinished', data: { ...participants, reason: 'requested', finishedAtMs: atMs } },
    ]);
  });

  it('given no message at all, then it is discarded', () => {
    const given = [...history(start()), interactionVoided];
    expect(types(when(given, finish))).toEqual(['ConversationDiscarded']);
  });

  it('given messages without an interaction, then it is refused', () => {
    const state = { ...fold([...history(start()), interactionVoided]), recordedMessages: 1 };
    expect(() => conversationDecider.decide(state, finish)).toThrow(
      expect.objectContaining({ code: 'conversation_has_no_interactions' }),
    );
  });
});

describe('the deletion of the user', () => {
  const end = { type: 'EndForDeletion', atMs } as const;
  const finished = {
    type: 'ConversationFinished',
    data: { ...participants, reason: 'deletion', finishedAtMs: atMs },
  };

  it('given an idle conversation, then it is finished because of it', () => {
    expect(when(greeted, end)).toEqual([finished]);
  });

  it('given a running turn, then it is void before the conversation is finished', () => {
    expect(when(history(start(), complete('i1'), say('Hello')), end)).toMatchObject([
      { type: 'InteractionVoided', data: { interactionId: 'i2', reason: 'deletion' } },
      finished,
    ]);
  });

  it('given the first turn runs, or has come to nothing, then the conversation is discarded', () => {
    expect(types(when(history(start()), end))).toEqual(['InteractionVoided', 'ConversationDiscarded']);
    expect(types(when([...history(start()), interactionVoided], end))).toEqual(['ConversationDiscarded']);
  });

  it.each([
    ['nothing', []],
    ['a finished conversation', [...greeted, ...when(greeted, finish)]],
    ['one that was discarded', [...history(start()), ...when(history(start()), leave('failed'))]],
  ])('given %s, then nothing happens', (_what, given) => {
    expect(when(given, end)).toEqual([]);
  });
});

const interactionVoided = {
  type: 'InteractionVoided',
  data: { ...participants, interactionId: 'i1', reason: 'failed', voidedAtMs: atMs },
} as const;

function decision(exitConditions: readonly string[]) {
  return {
    purpose: 'navigate',
    state: 'talk',
    exitConditions,
    actions: ['Ask'],
    guidelines: [],
    verdict: { kind: 'action', action: 'Ask' },
    reason: 'so',
    judgedBy: 'model',
    callId: 'i2/m.navigate.talk.1',
  } as const;
}
