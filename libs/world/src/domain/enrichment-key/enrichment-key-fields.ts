import type { JsonValue } from '@svc/kernel';

export const valueTypes = ['string', 'number', 'boolean', 'date', 'enum', 'json'] as const;
export type ValueType = (typeof valueTypes)[number];

/** Infers the key from transcripts: only of persons, and only with a description. */
export const memoryExtract = 'memory_extract';
export const personType = 'person';

/** What never changes of a key: values that were written under it stay readable as what they are. */
export interface EnrichmentKeyIdentity {
  readonly entityType: string;
  readonly key: string;
  readonly valueType: ValueType;
}

export interface EnrichmentKeySettings {
  /** Of an enum: the values that there are. Kept and not looked at for the other types. */
  readonly allowedValues: readonly JsonValue[] | null;
  readonly sourceHint: string | null;
  readonly description: string | null;
  /** From 0 to 1: a value that is less sure is refused. */
  readonly minConfidence: number;
  /** Whether values say who a person is. */
  readonly isPii: boolean;
  readonly tags: readonly string[];
}
