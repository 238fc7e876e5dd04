import type { JsonValue, StateShape } from '@svc/kernel';

/** One value of a key of an entity, as it was written. */
export interface EnrichmentValue {
  readonly eventId: string;
  readonly entityId: string;
  readonly key: string;
  readonly valueType: string;
  /** Null besides: it is sealed. */
  readonly plainValue: Boxed | null;
  /** Of a key that is marked `is_pii`. Null besides, and where the entity is erased. */
  readonly sealedValue: Boxed | null;
  /** From 0 to 1. */
  readonly confidence: number;
  readonly source: string;
  readonly sourceSystem: string | null;
  /** When it became true. */
  readonly effectiveAtMs: number;
  /** When it was written. */
  readonly recordedAtMs: number;
  /** What it rests on. */
  readonly conversationId: string | null;
  readonly messageIds: readonly string[];
}

/** A value that may itself be null. */
export interface Boxed {
  readonly value: JsonValue;
}

export const enrichmentValueShape: StateShape<EnrichmentValue> = {
  eventId: 'string',
  entityId: 'string',
  key: 'string',
  valueType: 'string',
  plainValue: ['nullable', { value: 'json?' }],
  sealedValue: ['nullable', { value: 'json?' }],
  confidence: 'number',
  source: 'string',
  sourceSystem: 'string?',
  effectiveAtMs: 'number',
  recordedAtMs: 'number',
  conversationId: 'string?',
  messageIds: ['list', 'string'],
};
