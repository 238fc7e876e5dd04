import type { DomainEvent } from '@svc/kernel';
import type { DestinationSettings } from './destination-rules.js';

export type DestinationEvent =
  | DomainEvent<
      'DestinationCreated',
      DestinationSettings & {
        readonly destinationId: string;
        readonly url: string;
        readonly secretId: string;
        readonly createdAtMs: number;
      }
    >
  | DomainEvent<'DestinationUpdated', DestinationSettings>
  | DomainEvent<
      'SecretRotated',
      {
        readonly secretId: string;
        readonly rotatedAtMs: number;
        readonly dualSigningStopsAtMs: number;
      }
    >
  | DomainEvent<'DestinationRewound', { readonly sinceMs: number; readonly untilMs: number }>
  | DomainEvent<'DestinationDeleted', Readonly<Record<never, never>>>;
