import type { PublicEvent } from '../src/index.js';

const metadata = {
  actor: 'user:1',
  causationId: 'command-1',
  correlationId: 'request-1',
  traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`,
};

/** The second public event of a stream, as a context publishes it. */
export function samplePublicEvent(change: Partial<PublicEvent> = {}): PublicEvent {
  return {
    source: 'bank',
    tenantId: 'org:demo',
    streamId: 'org:demo/account/65f0c0ffee65f0c0ffee65f0',
    subject: 'org:demo/user/65f0c0ffee65f0c0ffee65f1',
    streamVersion: 3,
    hash: Buffer.alloc(32, 3),
    previousVersion: 1,
    previousHash: Buffer.alloc(32, 1),
    eventId: '01933b1e-0000-7000-8000-000000000003',
    eventType: 'MoneyDeposited',
    schemaVersion: 1,
    occurredAtMs: 1_795_219_200_000,
    metadata: JSON.stringify(metadata),
    payload: '{"amount":3}',
    ...change,
  };
}
