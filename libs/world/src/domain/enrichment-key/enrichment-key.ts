import type { Decider, DomainEvent, Timed } from '@svc/kernel';
import { DomainError } from '@svc/errors';
import type { EnrichmentKeyIdentity, EnrichmentKeySettings } from './enrichment-key-fields.js';
import { checkEnrichmentKey } from './enrichment-key-rules.js';

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
