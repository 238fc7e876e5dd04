import { DomainError, FieldChecks } from '@svc/errors';
import type { Decider, DomainEvent, Timed } from '@svc/kernel';
import { limits } from '../limits.js';
import { apiKeyLifetimeMs } from './api-key-lifetime.js';
import { nextWarningAt } from './api-key-warnings.js';

export type ApiKeyEvent =
  | DomainEvent<
      'ApiKeyCreated',
      {
        /** UUID; what clients send as `x-api-key-id`. */
        readonly apiKeyId: string;
        /** `_id` in listings. */
        readonly recordId: string;
        readonly name: string | null;
        /** The ceiling for users that this key may sign in. */
        readonly roleId: string;
        readonly creatorUserId: string;
        /** The person behind the creator, whom another person's key had signed in. Null: the creator. */
        readonly responsibleUserId: string | null;
        /** The organization's key rather than its creator's: whom it signs in is responsible for what they make. */
        readonly issuedByInstaller: boolean;
        readonly expiresAtMs: number;
        readonly createdAtMs: number;
      }
    >
  | DomainEvent<'ApiKeySecretStored', { readonly secretSha256: Uint8Array }>
  | DomainEvent<
      'ApiKeyExpirationApproached',
      {
        readonly apiKeyId: string;
        readonly name: string | null;
        readonly expiresAtMs: number;
        readonly warnedAtMs: number;
      }
    >
  | DomainEvent<'ApiKeyRoleAssigned', { readonly roleId: string }>
  | DomainEvent<'ApiKeyDeleted', Readonly<Record<never, never>>>;

export type ApiKeyCommand =
  | {
      readonly type: 'CreateApiKey';
      readonly apiKeyId: string;
      readonly recordId: string;
      readonly name: string | null;
      readonly roleId: string;
      readonly creatorUserId: string;
      readonly responsibleUserId: string | null;
      readonly issuedByInstaller: boolean;
      /** ISO 8601, 1 to 90 days. */
      readonly duration: string;
      /** When the permission to create it ends; null: not by itself. The key ends no later. */
      readonly endsByMs: number | null;
      readonly secretSha256: Uint8Array;
    }
  | { readonly type: 'WarnOfExpiration' }
  | { readonly type: 'AssignRole'; readonly roleId: string }
  | { readonly type: 'DeleteApiKey' };

/** Null until it is created. */
export type ApiKeyState =
  | (Created & {
      readonly isDeleted: boolean;
      /** When its owners are warned next that it expires; null: never again. */
      readonly nextWarningAtMs: number | null;
    })
  | null;
type Created = Extract<ApiKeyEvent, { type: 'ApiKeyCreated' }>['data'];

export const apiKeyDecider: Decider<ApiKeyState, ApiKeyCommand & Timed, ApiKeyEvent> = {
  initialState: null,

  decide(state, command) {
    switch (command.type) {
      case 'CreateApiKey': {
        const { type: _type, duration, endsByMs, secretSha256, atMs, ...key } = command;
        const expiresAtMs = Math.min(atMs + apiKeyLifetimeMs(duration), endsByMs ?? Infinity);
        if (key.name !== null)
          new FieldChecks().name(['body', 'name'], key.name, limits.nameCharacters).verify();
        return [
          { type: 'ApiKeyCreated', data: { ...key, expiresAtMs, createdAtMs: atMs } },
          { type: 'ApiKeySecretStored', data: { secretSha256 } },
        ];
      }
      case 'WarnOfExpiration': {
        const { apiKeyId, name, expiresAtMs, nextWarningAtMs } = existingApiKey(state);
        // Another process was faster; or the key has expired, and a warning is of no use.
        if (nextWarningAtMs === null || command.atMs < nextWarningAtMs || command.atMs >= expiresAtMs)
          return [];
        const data = { apiKeyId, name, expiresAtMs, warnedAtMs: command.atMs };
        return [{ type: 'ApiKeyExpirationApproached', data }];
      }
      case 'AssignRole': {
        const { roleId } = command;
        return existingApiKey(state).roleId === roleId
          ? []
          : [{ type: 'ApiKeyRoleAssigned', data: { roleId } }];
      }
      case 'DeleteApiKey':
        existingApiKey(state);
        return [{ type: 'ApiKeyDeleted', data: {} }];
    }
  },

  evolve(state, event) {
    switch (event.type) {
      case 'ApiKeyCreated':
        return {
          ...event.data,
          isDeleted: false,
          nextWarningAtMs: nextWarningAt(event.data, event.data.createdAtMs),
        };
      case 'ApiKeySecretStored':
        return state;
      case 'ApiKeyExpirationApproached':
        return state && { ...state, nextWarningAtMs: nextWarningAt(state, event.data.warnedAtMs) };
      case 'ApiKeyRoleAssigned':
        return state && { ...state, roleId: event.data.roleId };
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
