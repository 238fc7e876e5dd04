import { tableEventSamples } from './table-event-samples.js';
import type { WorldEvent } from '../src/adapters/event-types.js';
import { analyticsEventSamples } from './analytics-event-samples.js';
import { emptyProfile } from '../src/domain/entity/entity-fields.js';

const settings = {
  allowedValues: ['en', 'de', null, { a: 1 }],
  sourceHint: 'what they say first',
  description: 'The language that the person likes to speak.',
  minConfidence: 0.25,
  isPii: true,
  tags: ['memory_extract'],
};
const bare = {
  allowedValues: null,
  sourceHint: null,
  description: null,
  minConfidence: 0,
  isPii: false,
  tags: [],
};

const profile = {
  displayName: 'Ada L.',
  canonicalId: 'crm-1',
  externalIds: { crm: '1' },
  name: 'Ada Lovelace',
  phone: '+4930123456',
  email: 'Ada@Example.com',
  birthDate: '1815-12-10',
  gender: 'female',
  mrn: 'm-1',
  tags: ['regular'],
};

/** Every type of event, with and without what it may lack. */
export const eventSamples: readonly WorldEvent[] = [
  {
    type: 'EnrichmentKeyCreated',
    data: {
      enrichmentKeyId: 'a',
      ...{ entityType: 'person', key: 'language', valueType: 'enum' },
      ...settings,
      createdAtMs: 1_700_000_000_123,
    },
  },
  {
    type: 'EnrichmentKeyCreated',
    data: {
      enrichmentKeyId: 'b',
      ...{ entityType: 'place', key: 'floor', valueType: 'number' },
      ...bare,
      createdAtMs: 1_700_000_000_124,
    },
  },
  {
    type: 'EnrichmentKeyChanged',
    data: { enrichmentKeyId: 'a', ...settings, updatedAtMs: 1_700_000_000_125 },
  },
  { type: 'EnrichmentKeyChanged', data: { enrichmentKeyId: 'b', ...bare, updatedAtMs: 1_700_000_000_126 } },
  { type: 'EnrichmentKeyDeleted', data: { enrichmentKeyId: 'a', deletedAtMs: 1_700_000_000_127 } },
  {
    type: 'EntityCreated',
    data: {
      ...{ entityId: 'p', entityType: 'person', source: 'manual', sourceSystem: 'crm' },
      ...{ profile, facts: {}, createdAtMs: 1_700_000_000_128 },
    },
  },
  {
    type: 'EntityCreated',
    data: {
      ...{ entityId: 'c', entityType: 'conversation', source: 'conversation', sourceSystem: null },
      ...{ profile: emptyProfile, facts: { channel: 'web', status: 'open' }, createdAtMs: 1_700_000_000_129 },
    },
  },
  {
    type: 'EntityChanged',
    data: { entityId: 'p', profile, facts: { status: 'open' }, changedAtMs: 1_700_000_000_130 },
  },
  {
    type: 'EntityEnriched',
    data: {
      ...{ eventId: 'v1', entityId: 'p', key: 'language', valueType: 'enum' },
      ...{ plainValue: { value: 'de' }, sealedValue: null, confidence: 0.5 },
      ...{ source: 'memory_extract', sourceSystem: null, conversationId: 'c', messageIds: ['m1', 'm2'] },
      ...{ effectiveAtMs: 1_700_000_000_131, recordedAtMs: 1_700_000_000_132 },
      ...{ wins: true, reason: 'first', supersedes: null },
    },
  },
  {
    type: 'EntityEnriched',
    data: {
      ...{ eventId: 'v2', entityId: 'p', key: 'allergy', valueType: 'json' },
      ...{ plainValue: null, sealedValue: { value: { a: ['b'] } }, confidence: 1 },
      ...{ source: 'manual', sourceSystem: 'ehr', conversationId: null, messageIds: [] },
      ...{ effectiveAtMs: 1_700_000_000_133, recordedAtMs: 1_700_000_000_134 },
      ...{ wins: false, reason: 'earlier_effective', supersedes: 'v1' },
    },
  },
  {
    type: 'EntityMerged',
    data: { entityId: 'p', intoEntityId: 'q', mergedOn: ['external_id'], mergedAtMs: 1_700_000_000_136 },
  },
  {
    type: 'EntityUnmerged',
    data: { entityId: 'p', fromEntityId: 'q', unmergedAtMs: 1_700_000_000_137 },
  },
  { type: 'EntityErased', data: { entityId: 'p', erasedAtMs: 1_700_000_000_135 } },
  { type: 'SubjectErased', data: { subject: 'ws:1b4e28ba-2fa1-4d2e-883f-0016d3cca427/user/p' } },

  ...analyticsEventSamples,
  ...tableEventSamples,
];
