import type { StateShape } from '@svc/kernel';
import { identityShape } from './conversation-identity.js';
import type { Conversation } from './conversation.js';
import { workspaceStateShape } from './workspace-conversation.js';

/** Of what a snapshot keeps. The compiler enforces that it follows each change of the state. */
export const conversationShape: StateShape<Conversation> = {
  stage: 'string',
  identity: ['nullable', identityShape],
  user: [
    'nullable',
    {
      displayName: 'string',
      preferredLanguage: 'string?',
      timezone: 'string?',
      additionalContext: ['list', 'string'],
    },
  ],
  recollections: [
    'nullable',
    ['list', { type: 'string', content: 'string', context: 'string', saidAtMs: 'number' }],
  ],
  conditions: [
    'nullable',
    {
      engineVersion: 'number',
      promptVersion: 'number',
      limits: {
        maxPassthroughStates: 'number',
        maxTranscriptCharacters: 'number',
        maxMessageCharacters: 'number',
        maxJudgedEntries: 'number',
        maxMessagesAhead: 'number',
        maxSummaryCharacters: 'number',
      },
      model: 'string',
      modelSettingsJson: 'string',
    },
  ],
  running: [
    'nullable',
    {
      interactionId: 'string',
      kind: 'string',
      isOnBehalf: 'boolean',
      isOwnTurn: 'boolean?',
      messages: [
        'list',
        { messageId: 'string', type: 'string', sender: 'string', text: 'string', createdAtMs: 'number' },
      ],
      reachedState: 'string?',
      lateCalls: ['list', 'string'],
    },
  ],
  completedInteractions: 'number?',
  lastInteractionId: 'string?',
  recordedMessages: 'number?',
  visibleMessages: 'number?',
  lastMessageAtMs: 'number?',
  currentState: 'string?',
  tried: ['nullable', ['list', 'string']],
  transcript: ['nullable', ['list', { type: 'string', text: 'string' }]],
  fallen: ['nullable', ['list', { type: 'string', text: 'string' }]],
  visit: 'string?',
  collection: 'string?',
  toolCalls: 'string?',
  tools: 'string?',
  waits: 'string?',
  approvedCalls: 'string?',
  isReleased: 'boolean?',
  queued: [
    'nullable',
    [
      'list',
      { messageId: 'string', type: 'string', sender: 'string', text: 'string', createdAtMs: 'number' },
    ],
  ],
  ownTurns: ['nullable', { failures: 'number', notBeforeMs: 'number' }],
  summary: ['nullable', { text: 'string', messages: 'number', askedMessages: 'number' }],
  workspace: ['nullable', workspaceStateShape],
};
