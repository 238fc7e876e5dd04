import { noRecord } from '../src/domain/conversation-command.js';
import type { ConversationsEvent } from '../src/adapters/event-types.js';
import type { ConversationEvent } from '../src/domain/conversation-event.js';
import { ada, complete, history, identity, participants, say, start } from './histories.js';
import { callsOfEachForm, factsOfEachForm } from './model-calls.js';

const ends = { previousGraphVersion: ['g1', 7], nextGraphVersion: ['g1', 7] } as const;
const base = {
  state: 'talk',
  exitConditions: ['e'],
  actions: ['a'],
  guidelines: ['g'],
  reason: 'so',
} as const;
/** Every type of event of a conversation, and every form of its parts. */
export const conversationSamples: readonly ConversationEvent[] = [
  ...history(
    start(),
    complete('i1', {
      innerThoughts: ['They want a book.'],
      transitions: [
        { ...ends, type: 'action', previousState: 'talk', nextState: 'note', exitCondition: 'wants' },
        { ...ends, type: 'annotation', previousState: 'note', nextState: 'talk', innerThought: 0 },
      ],
      calls: callsOfEachForm,
      facts: factsOfEachForm,
      decisions: [
        {
          ...base,
          purpose: 'navigate',
          verdict: { kind: 'exit', exitCondition: 'e', nextState: 'n' },
          judgedBy: 'model',
          callId: 'i1/m.navigate.talk.1',
        },
        {
          ...base,
          purpose: 'select-action',
          verdict: { kind: 'action', action: 'a' },
          judgedBy: 'only-choice',
          callId: null,
        },
      ],
    }),
    say('Hello'),
    { type: 'VoidInteraction', reason: 'lease-expired', ...noRecord, atMs: 1 },
    { type: 'FinishConversation', atMs: 2 },
  ),
  { type: 'ConversationStarted', data: { ...identity, homeOrgId: 'abroad' } },
  {
    type: 'UserProfileRead',
    data: {
      ...ada,
      preferredLanguage: 'deu',
      timezone: 'Europe/Berlin',
      additionalContext: ['Reads at night'],
    },
  },
  {
    type: 'RecollectionsRead',
    data: {
      recollections: [
        { type: 'known', content: 'Lives in Berlin.', context: '', saidAtMs: 1 },
        { type: 'remembered', content: 'Collects maps.', context: 'A gift', saidAtMs: 2 },
      ],
    },
  },
  { type: 'RecollectionsRead', data: { recollections: [] } },
  { type: 'ConversationSummarized', data: { interactionId: 'i1', text: 'They want a book.', messages: 12 } },
  { type: 'ConversationSummarized', data: { interactionId: 'i1', text: null, messages: 2 } },
  { type: 'ConversationDiscarded', data: { ...participants, discardedAtMs: 3 } },
];

/** The same for all events of the context's log. */
export const eventSamples: readonly ConversationsEvent[] = [
  ...conversationSamples,
  { type: 'SubjectErased', data: { subject: 'org:demo/user/ada' } },
];
