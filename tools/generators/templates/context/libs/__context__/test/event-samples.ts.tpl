import type { {{Context}}Event } from '../src/adapters/event-types.js';

/** Every type of event, with and without what it may lack. */
export const eventSamples: readonly {{Context}}Event[] = [
  { type: '{{Aggregate}}Created', data: { {{aggregate}}Id: 'a', name: 'First', createdAtMs: 1_700_000_000_123 } },
];
