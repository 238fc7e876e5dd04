import type { LoggedToolCall } from '../src/domain/tool-events.js';
import { noRecord } from '../src/domain/conversation-command.js';
import type { ConversationsEvent } from '../src/adapters/event-types.js';
import type { ConversationEvent } from '../src/domain/conversation-event.js';
import { nothingBriefed, type WorkspaceTerms } from '../src/domain/workspace-conversation.js';
import { ada, complete, history, identity, participants, say, start } from './histories.js';
import { surfaceSamples } from './surface-samples.js';
import { callsOfEachForm, factsOfEachForm } from './model-calls.js';

const toolCall: LoggedToolCall = {
  callId: 'i1/tool.book_visit.1',
  toolId: 'book_visit',
  name: 'book_visit',
  version: '1.0.0',
  inputJson: '{"day":"Tuesday"}',
  effectKey: 'i1/1',
  state: 'desk',
  purpose: 'engage',
  round: 0,
  handlingJson:
    '{"resultPersistence":"accumulate","delivery":"interrupt","failureDelivery":null,"failureDeliveryByClass":null,"lifecycle":"independent"}',
  isBackground: false,
  startedAtMs: 1_001_000,
  timeoutMs: 10_000,
};

export const terms: WorkspaceTerms = {
  channel: 'web',
  direction: 'inbound',
  isSession: false,
  isSilent: true,
  useCaseId: 'c1',
};

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
    say('On Tuesday'),
    complete('i2', {
      innerThoughts: ['They are in a hurry.'],
      transitions: [
        { ...ends, type: 'reflection', previousState: 'think', nextState: 'recall', innerThought: 0 },
        { ...ends, type: 'recall', previousState: 'recall', nextState: 'ask', queries: ['Which day?'] },
        { ...ends, type: 'collection', previousState: 'ask', nextState: 'talk', isComplete: true },
        {
          ...{ type: 'action', previousState: 'talk', nextState: 'begin', exitCondition: 'elsewhere' },
          ...{ previousGraphVersion: ['g1', 7], nextGraphVersion: ['g2', 1] },
        },
        {
          ...{ type: 'jumpback', previousState: 'end', nextState: 'talk' },
          ...{ previousGraphVersion: ['g2', 1], nextGraphVersion: ['g1', 7] },
        },
      ],
      place: { graph: ['g2', 1], state: 'begin' },
      returns: [{ graph: ['g1', 7], state: 'talk' }],
      collections: [
        { graph: ['g1', 7], state: 'ask', values: { day: 'Tuesday' }, turns: 1, isComplete: true },
      ],
    }),
    say('Hello', 'i3'),
    { type: 'VoidInteraction', reason: 'lease-expired', ...noRecord, atMs: 1 },
    { type: 'FinishConversation', atMs: 2 },
  ),
  {
    type: 'GuardrailsBroken',
    data: {
      ...{ ...participants, interactionId: 'i3' },
      breaches: [
        {
          ...{ state: 'talk', guardrail: 'advice', enforcement: 'hard', cause: 'unjudged' },
          ...{ sentences: 2, callId: 'i3/m.guard.talk.1' },
        },
        {
          ...{ state: 'talk', guardrail: 'tone', enforcement: 'soft', cause: 'judged' },
          ...{ sentences: 1, callId: null },
        },
      ],
    },
  },
  {
    type: 'FillersSaid',
    data: { interactionId: 'i3', fillers: [{ text: 'One moment.', saidAtMs: 3 }] },
  },
  { type: 'ConversationStarted', data: { ...identity, workspace: terms } },
  { type: 'ConversationStarted', data: { ...identity, workspace: { ...terms, useCaseId: null } } },
  { type: 'ConversationBriefed', data: { instruction: 'Be brief.', recipient: '+4930123', greeting: 'Hi.' } },
  { type: 'ConversationBriefed', data: { ...nothingBriefed, instruction: 'Be brief.' } },
  {
    type: 'ChannelSwitched',
    data: { ...participants, channel: 'sms', useCaseId: 'c2', reason: 'They asked.', switchedAtMs: 4 },
  },
  {
    type: 'InteractionStarted',
    data: {
      ...participants,
      ...{ interactionId: 'i4', kind: 'skip', messages: [], startedAtMs: 5, isOnBehalf: false },
      clientMessageId: 'm-1',
      isOwnTurn: false,
    },
  },
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
  { type: 'ToolsRead', data: { toolsJson: '[]' } },
  { type: 'ToolIntentRecorded', data: { interactionId: 'i1', call: toolCall } },
  {
    type: 'ToolOutcomeRecorded',
    data: {
      ...participants,
      interactionId: 'i1',
      call: toolCall,
      status: 'ended',
      failure: null,
      reason: null,
      resultJson: '{"time":"9:00"}',
      durationMs: 120,
      endedAtMs: 1_002_000,
      settledBy: null,
    },
  },
  {
    type: 'ToolOutcomeRecorded',
    data: {
      ...participants,
      interactionId: 'i1',
      call: { ...toolCall, version: null, effectKey: null },
      status: 'failed',
      failure: 'timeout',
      reason: 'It did not answer in time.',
      resultJson: null,
      durationMs: 10_000,
      endedAtMs: 1_012_000,
      settledBy: null,
    },
  },
  {
    type: 'ToolOutcomeRecorded',
    data: {
      ...participants,
      interactionId: 'i1',
      call: toolCall,
      status: 'not-called',
      failure: null,
      reason: 'The server has no such booking.',
      resultJson: null,
      durationMs: 0,
      endedAtMs: 1_112_000,
      settledBy: 'user:u2',
    },
  },
  {
    type: 'ConversationTagsChanged',
    data: {
      ...participants,
      tags: [
        { key: 'topic', value: 'bread' },
        { key: 'urgent', value: null },
      ],
      changedAtMs: 4,
    },
  },
  { type: 'ConversationTagsChanged', data: { ...participants, tags: [], changedAtMs: 5 } },
  {
    type: 'WaitBegan',
    data: {
      ...participants,
      waitId: 'i1/wait.1',
      interactionId: 'i1',
      kind: 'tool-approval',
      state: 'desk',
      call: toolCall,
      surfaceRequestId: null,
      beganAtMs: 1_002_000,
    },
  },
  {
    type: 'WaitBegan',
    data: {
      ...participants,
      waitId: 'i1/wait.2',
      interactionId: 'i1',
      kind: 'surface-submission',
      state: 'form',
      call: null,
      surfaceRequestId: 'i1/surface.1',
      beganAtMs: 1_002_000,
    },
  },
  {
    type: 'WaitEnded',
    data: {
      ...participants,
      interactionId: 'i1',
      waitIds: ['i1/wait.1'],
      decision: 'rejected',
      reason: 'Not before the exam.',
      decidedBy: 'api-key:k1',
      endedAtMs: 1_003_000,
    },
  },
  {
    type: 'WaitEnded',
    data: {
      ...participants,
      interactionId: 'i1',
      waitIds: ['i1/wait.2'],
      decision: 'submitted',
      reason: null,
      decidedBy: 'service:conversations',
      endedAtMs: 1_003_000,
    },
  },
  {
    type: 'ExternalEventQueued',
    data: {
      interactionId: 'i1',
      message: {
        messageId: 'e1',
        type: 'external-event',
        sender: 'External event',
        text: 'A person has rejected the call.',
        createdAtMs: 1_003_000,
      },
    },
  },
  {
    type: 'SurfaceRequested',
    data: {
      surfaceRequestId: 'i1/surface.1',
      interactionId: 'i1',
      purpose: 'wait',
      state: 'form',
      specJson: '{"title":"Your visit"}',
      requestedAtMs: 1_002_000,
    },
  },
  {
    type: 'EscalationRequested',
    data: {
      ...participants,
      escalationId: 'i1/escalation.1',
      interactionId: 'i1',
      trigger: 'ai',
      state: 'handover',
      reason: 'They are in danger.',
      requestedAtMs: 1_002_000,
    },
  },
  { type: 'ConversationDiscarded', data: { ...participants, discardedAtMs: 3 } },
];

/** The same for all events of the context's log. */
export const eventSamples: readonly ConversationsEvent[] = [
  ...conversationSamples,
  ...surfaceSamples,
  { type: 'SubjectErased', data: { subject: 'org:demo/user/ada' } },
];
