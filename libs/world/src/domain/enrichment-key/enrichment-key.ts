import type { Decider, DomainEvent, JsonValue, Timed } from '@svc/kernel';
import { DomainError } from '@svc/errors';
import { checkEnrichmentKey } from './enrichment-key-rules.js';

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

export type EnrichmentKeyEvent =
  | DomainEvent<
      'EnrichmentKeyCreated',
      EnrichmentKeyIdentity &
        EnrichmentKeySettings & { readonly enrichmentKeyId: string; readonly createdAtMs: number }
    >
  | DomainEvent<
      'EnrichmentKeyChanged',
      EnrichmentKeySettings & { readonly enrichmentKeyId: string; readonly updatedAtMs: number }
    >
  | DomainEvent<'EnrichmentKeyDeleted', { readonly enrichmentKeyId: string; readonly deletedAtMs: number }>;

export type EnrichmentKeyCommand =
  | ({
      readonly type: 'CreateEnrichmentKey';
      readonly enrichmentKeyId: string;
    } & EnrichmentKeyIdentity &
      EnrichmentKeySettings)
  /** What is absent stays as it is. */
  | { readonly type: 'ChangeEnrichmentKey'; readonly changes: Partial<EnrichmentKeySettings> }
  | { readonly type: 'DeleteEnrichmentKey' };

export interface ExistingEnrichmentKey extends EnrichmentKeyIdentity, EnrichmentKeySettings {
  readonly enrichmentKeyId: string;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
  readonly isDeleted: boolean;
}

/** Null until it is created. */
export type EnrichmentKeyState = ExistingEnrichmentKey | null;

/** That names differ is a row's unique key (projections/enrichment-key-rows.ts). */
export const enrichmentKeyDecider: Decider<
  EnrichmentKeyState,
  EnrichmentKeyCommand & Timed,
  EnrichmentKeyEvent
> = {
  initialState: null,

  decide(state, command) {
    if (command.type === 'CreateEnrichmentKey') {
      const { type: _type, atMs, ...key } = command;
      checkEnrichmentKey(key);
      return [{ type: 'EnrichmentKeyCreated', data: { ...key, createdAtMs: atMs } }];
    }
    if (state === null || state.isDeleted)
      throw new DomainError('not_found', 'There is no enrichment key with this id.');
    const { enrichmentKeyId } = state;
    switch (command.type) {
      case 'ChangeEnrichmentKey': {
        const settings = { ...settingsOf(state), ...command.changes };
        checkEnrichmentKey({ ...state, ...settings });
        return [
          { type: 'EnrichmentKeyChanged', data: { enrichmentKeyId, ...settings, updatedAtMs: command.atMs } },
        ];
      }
      case 'DeleteEnrichmentKey':
        return [{ type: 'EnrichmentKeyDeleted', data: { enrichmentKeyId, deletedAtMs: command.atMs } }];
    }
  },

  evolve(state, event) {
    switch (event.type) {
      case 'EnrichmentKeyCreated':
        return { ...event.data, updatedAtMs: event.data.createdAtMs, isDeleted: false };
      case 'EnrichmentKeyChanged':
        return state && { ...state, ...event.data };
      case 'EnrichmentKeyDeleted':
        return state && { ...state, updatedAtMs: event.data.deletedAtMs, isDeleted: true };
    }
  },
};

function settingsOf(key: EnrichmentKeySettings): EnrichmentKeySettings {
  const { allowedValues, sourceHint, description, minConfidence, isPii, tags } = key;
  return { allowedValues, sourceHint, description, minConfidence, isPii, tags };
}
