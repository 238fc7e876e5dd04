import type { ConversationEvent } from '../src/domain/conversation-event.js';
import { ada, complete, history, participants, say, start } from './histories.js';

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
export const eventSamples: readonly ConversationEvent[] = [
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
  {
    type: 'UserProfileRead',
    data: { ...ada, preferredLanguage: 'deu', additionalContext: ['Reads at night'] },
  },
  { type: 'ConversationDiscarded', data: { ...participants, discardedAtMs: 3 } },
];
