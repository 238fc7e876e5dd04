import type { MemoryEvent } from '../src/adapters/event-types.js';
import type { Memory } from '../src/domain/conversation-memories/memory.js';
import type { UserModelEntry } from '../src/domain/user-model/user-model.js';

const conversation = {
  conversationId: 'c1',
  userId: 'ada',
  serviceId: 's1',
  homeOrgId: null,
  finishedAtMs: 1_700_000_000_000,
};
const abroad = { ...conversation, homeOrgId: 'clinic' };
const home: Memory & { readonly recordedAtMs: number | null } = {
  memoryId: 'm1',
  content: 'Lives in Berlin.',
  context: 'She was asked for her address.',
  confidence: 0.9,
  spans: [{ messageId: 'said-1', text: 'I live in Berlin' }],
  fact: { attribute: 'home', item: null, value: 'Berlin' },
  saidAtMs: 1_700_000_000_001,
  recordedAtMs: null,
};
const allergy: typeof home = {
  ...home,
  memoryId: 'm2',
  content: 'Is allergic to nuts.',
  context: '',
  recordedAtMs: 1_700_000_000_002,
  fact: { attribute: 'allergy', item: 'nuts', value: 'yes' },
};
const statement = {
  content: 'Lives in Munich.',
  insightIds: ['m3'],
  firstSaidAtMs: 1_700_000_000_009,
  lastSaidAtMs: 1_700_000_000_009,
  recordedAtMs: 1_700_000_000_010,
};
const entry: UserModelEntry = {
  ...statement,
  key: 'home',
  dimensions: [{ description: 'Where they live', tags: ['home'] }],
  history: [
    { ...statement, content: 'Lives in Berlin.', insightIds: ['m1'], supersededAtMs: 1_700_000_000_009 },
  ],
};
const plain: UserModelEntry = { ...statement, key: '= runs marathons', dimensions: [], history: [] };

/** Every type of event, with and without optional values. */
export const eventSamples: readonly MemoryEvent[] = [
  { type: 'PostProcessingStarted', data: { conversation, startedAtMs: 1_700_000_000_002 } },
  { type: 'PostProcessingStarted', data: { conversation: abroad, startedAtMs: 1_700_000_000_002 } },
  {
    type: 'PostProcessingStageCompleted',
    data: {
      conversationId: 'c1',
      userId: 'ada',
      serviceId: 's1',
      stage: 'extract-memories',
      completedAtMs: 1_700_000_000_003,
    },
  },
  {
    type: 'PostProcessingStageCompleted',
    data: {
      conversationId: 'c1',
      userId: 'ada',
      serviceId: 's1',
      stage: 'generate-user-models',
      completedAtMs: 1_700_000_000_004,
    },
  },
  {
    type: 'PostProcessingAttemptFailed',
    data: { stage: 'extract-memories', failure: 'ModelError', failedAtMs: 5, retryAtMs: 6 },
  },
  {
    type: 'PostProcessingAttemptFailed',
    data: { stage: 'generate-user-models', failure: 'internal', failedAtMs: 5, retryAtMs: null },
  },
  { type: 'PostProcessingResumed', data: { resumedAtMs: 7 } },
  { type: 'PostProcessingAbandoned', data: { abandonedAtMs: 8 } },
  {
    type: 'MemoriesExtracted',
    data: {
      conversation,
      extractorName: 'offline/rules',
      extractorVersion: 1,
      memories: [home, allergy, { ...home, memoryId: 'm3', fact: null }],
      extractedAtMs: 9,
    },
  },
  {
    type: 'MemoriesExtracted',
    data: {
      conversation: abroad,
      extractorName: 'offline/rules',
      extractorVersion: 1,
      memories: [],
      extractedAtMs: 9,
    },
  },
  { type: 'WordsRetracted', data: { conversation, messageId: null, retractedAtMs: 10 } },
  { type: 'WordsRetracted', data: { conversation: abroad, messageId: 'said-1', retractedAtMs: 10 } },
  { type: 'MemoriesRetracted', data: { memoryIds: ['m1', 'm2'], retractedAtMs: 10 } },
  {
    type: 'EpisodeModelled',
    data: {
      conversation,
      entries: [entry, plain],
      modelledAtMs: 10,
      retractedMemoryIds: [],
      reextractedBy: null,
    },
  },
  {
    type: 'EpisodeModelled',
    data: {
      conversation: abroad,
      entries: [],
      modelledAtMs: 10,
      retractedMemoryIds: ['m1'],
      reextractedBy: null,
    },
  },
  {
    type: 'EpisodeModelled',
    data: {
      conversation,
      entries: [],
      modelledAtMs: 10,
      retractedMemoryIds: [],
      reextractedBy: { name: 'offline/rules', version: 2 },
    },
  },
  {
    type: 'UserModelUpdated',
    data: {
      conversation,
      entries: [entry, plain],
      removedKeys: [],
      updatedAtMs: 11,
      retractedMemoryIds: [],
      reextractedBy: null,
    },
  },
  {
    type: 'UserModelUpdated',
    data: {
      conversation: abroad,
      entries: [],
      removedKeys: ['home'],
      updatedAtMs: 11,
      retractedMemoryIds: ['m1'],
      reextractedBy: { name: 'offline/rules', version: 2 },
    },
  },
  { type: 'SubjectErased', data: { subject: 'org:demo/user/ada' } },
];
