import { DomainError, FieldChecks } from '@svc/errors';
import type { Decider, DomainEvent } from '@svc/kernel';
import { limits } from '../limits.js';
import { apiKeyLifetimeMs } from './api-key-lifetime.js';

export type ApiKeyEvent =
  | DomainEvent<
      'ApiKeyCreated',
      {
        /** UUID; what clients send as `x-api-key-id`. */
        readonly apiKeyId: string;
        /** 24 hex digits; `_id` in listings. */
        readonly recordId: string;
        readonly name?: string | undefined;
        /** The ceiling for users that this key may sign in. */
        readonly roleId: string;
        readonly creatorUserId: string;
        readonly expiresAtMs: number;
        readonly createdAtMs: number;
      }
    >
  | DomainEvent<'ApiKeySecretStored', { readonly secretSha256: Uint8Array }>
  | DomainEvent<'ApiKeyDeleted', Readonly<Record<never, never>>>;

export type ApiKeyCommand =
  | {
      readonly type: 'CreateApiKey';
      readonly apiKeyId: string;
      readonly recordId: string;
      readonly name: string | undefined;
      readonly roleId: string;
      readonly creatorUserId: string;
      /** ISO 8601, 1 to 90 days. */
      readonly duration: string;
      readonly secretSha256: Uint8Array;
      readonly nowMs: number;
    }
  | { readonly type: 'DeleteApiKey' };

/** Null until it is created. */
export type ApiKeyState = {
  readonly roleId: string;
  readonly expiresAtMs: number;
  readonly isDeleted: boolean;
} | null;

export const apiKeyDecider: Decider<ApiKeyState, ApiKeyCommand, ApiKeyEvent> = {
  initialState: null,

  decide(state, command) {
    switch (command.type) {
      case 'CreateApiKey': {
        const { apiKeyId, recordId, name, roleId, creatorUserId, duration, secretSha256, nowMs } = command;
        const expiresAtMs = nowMs + apiKeyLifetimeMs(duration);
        if (name !== undefined)
          new FieldChecks().text(['body', 'name'], name, limits.nameCharacters).verify();
        const created = { apiKeyId, recordId, name, roleId, creatorUserId, expiresAtMs, createdAtMs: nowMs };
        return [
          { type: 'ApiKeyCreated', data: created },
          { type: 'ApiKeySecretStored', data: { secretSha256 } },
        ];
      }
      case 'DeleteApiKey':
        existingApiKey(state);
        return [{ type: 'ApiKeyDeleted', data: {} }];
    }
  },

  evolve(state, event) {
    switch (event.type) {
      case 'ApiKeyCreated': {
        const { roleId, expiresAtMs } = event.data;
        return { roleId, expiresAtMs, isDeleted: false };
      }
      case 'ApiKeySecretStored':
        return state;
      case 'ApiKeyDeleted':
        return state && { ...state, isDeleted: true };
    }
  },
};

/** @throws DomainError `not_found`. */
export function existingApiKey(state: ApiKeyState): NonNullable<ApiKeyState> {
  if (!state || state.isDeleted) throw apiKeyNotFound();
  return state;
}

export function apiKeyNotFound(): DomainError {
  return new DomainError('not_found', 'There is no API key with this id.');
}
