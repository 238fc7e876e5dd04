import { complete, history, say, start } from '../../test/histories.js';
import type { ConversationEvent } from '../domain/conversation-event.js';
import { conversationEventTypes } from './event-types.js';

const ends = { previousGraphVersion: ['g1', 7], nextGraphVersion: ['g1', 7] } as const;
const base = {
  state: 'talk',
  exitConditions: ['e'],
  actions: ['a'],
  guidelines: ['g'],
  reason: 'so',
} as const;
const called = { callKey: 'k', requestSha256: 'h', request: { messages: [], choices: [] } } as const;

/** Every type of event, and every form that its parts can take. */
const events: readonly ConversationEvent[] = [
  ...history(
    start(),
    complete('i1', {
      innerThoughts: ['They want a book.'],
      transitions: [
        { ...ends, type: 'action', previousState: 'talk', nextState: 'note', exitCondition: 'wants' },
        { ...ends, type: 'annotation', previousState: 'note', nextState: 'talk', innerThought: 0 },
      ],
      calls: [
        { ...called, seq: 0, kind: 'model.navigate', response: { choice: 'c', reason: 'r' }, observedSeq: 0 },
        { ...called, seq: 1, kind: 'model.engage', response: { text: 't' }, observedSeq: 1 },
      ],
      decisions: [
        {
          ...base,
          purpose: 'navigate',
          verdict: { kind: 'exit', exitCondition: 'e', nextState: 'n' },
          judgedBy: 'model',
        },
        {
          ...base,
          purpose: 'select-action',
          verdict: { kind: 'action', action: 'a' },
          judgedBy: 'only-choice',
        },
      ],
    }),
    say('Hello'),
    { type: 'VoidInteraction', reason: 'lease-expired', atMs: 1 },
    { type: 'FinishConversation', atMs: 2 },
  ),
  { type: 'ConversationDiscarded', data: { discardedAtMs: 3 } },
];

describe('how events are stored', () => {
  it('then the sample holds each type', () => {
    expect(new Set(events.map(({ type }) => type))).toEqual(new Set(conversationEventTypes.byName.keys()));
  });

  it.each(events.map((event) => [event.type, event] as const))(
    'then %s comes back as it was',
    (type, event) => {
      const { message } = conversationEventTypes.byName.get(type)!;
      const stored: unknown = JSON.parse(JSON.stringify(message.toJSON(event.data)));
      expect(message.fromJSON(stored)).toEqual(event.data);
    },
  );

  it('then calls, decisions and what is known of the user never leave the context, and all else does', () => {
    const isPrivate = [...conversationEventTypes.byName].filter(([, type]) => type.visibility === 'private');
    expect(isPrivate.map(([name]) => name)).toEqual([
      'UserContextRead',
      'ModelCallRecorded',
      'DecisionRecorded',
    ]);
  });

  it('then what people said is marked as personal', () => {
    const personal = [...conversationEventTypes.byName].flatMap(([name, { personalFields }]) =>
      (personalFields ?? []).map((path) => `${name}.${path}`),
    );
    expect(personal).toEqual([
      'UserContextRead.displayName',
      'UserContextRead.additionalContext',
      'InteractionStarted.messages.*.sender',
      'InteractionStarted.messages.*.text',
      'InnerThoughtRecorded.message.sender',
      'InnerThoughtRecorded.message.text',
      'ModelCallRecorded.responseJson',
      'DecisionRecorded.reason',
      'AgentMessageCompleted.message.sender',
      'AgentMessageCompleted.message.text',
    ]);
  });
});
