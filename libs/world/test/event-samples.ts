import type { WorldEvent } from '../src/adapters/event-types.js';
import { analyticsEventSamples } from './analytics-event-samples.js';

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

  ...analyticsEventSamples,
];
