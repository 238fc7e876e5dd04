import type { WorkspaceRole } from '@svc/auth';
import { DomainError } from '@svc/errors';
import type { Decider, DomainEvent, Timed } from '@svc/kernel';
import { checkNewKey, keyLifetimeMs } from './workspace-api-key-rules.js';

interface Created {
  /** UUID. */
  readonly credentialId: string;
  /** What clients name it by; stands in the key itself. */
  readonly keyId: string;
  readonly name: string | null;
  readonly role: WorkspaceRole;
  /** What it may do beyond its role: permissions and scopes. */
  readonly permissions: readonly string[];
  /** Null where a workspace key or the operator made it. */
  readonly creatorUserId: string | null;
  /** Null where the operator made it. */
  readonly creatorCredentialId: string | null;
  readonly expiresAtMs: number;
  readonly createdAtMs: number;
}

export type WorkspaceApiKeyEvent =
  | DomainEvent<'WorkspaceApiKeyCreated', Created>
  | DomainEvent<'WorkspaceApiKeySecretStored', { readonly secretSha256: Uint8Array }>
  | DomainEvent<'WorkspaceApiKeyRotated', { readonly expiresAtMs: number; readonly rotatedAtMs: number }>
  | DomainEvent<'WorkspaceApiKeyDeleted', Readonly<Record<never, never>>>;

export interface CreateWorkspaceApiKey extends Omit<Created, 'role' | 'expiresAtMs' | 'createdAtMs'> {
  readonly type: 'CreateWorkspaceApiKey';
  readonly role: string;
  readonly durationDays: number;
  readonly secretSha256: Uint8Array;
}

export type WorkspaceApiKeyCommand =
  | CreateWorkspaceApiKey
  | {
      readonly type: 'RotateWorkspaceApiKey';
      readonly durationDays: number;
      readonly secretSha256: Uint8Array;
    }
  | { readonly type: 'DeleteWorkspaceApiKey' };

export interface LivingWorkspaceApiKey extends Created {
  /** Its latest rotation, or its creation. */
  readonly updatedAtMs: number;
}

export type WorkspaceApiKeyState = LivingWorkspaceApiKey | 'none' | 'deleted';

export const workspaceApiKeyDecider: Decider<
  WorkspaceApiKeyState,
  WorkspaceApiKeyCommand & Timed,
  WorkspaceApiKeyEvent
> = {
  initialState: 'none',

  decide(state, command) {
    switch (command.type) {
      case 'CreateWorkspaceApiKey': {
        const { type: _type, atMs: createdAtMs, durationDays, secretSha256, ...key } = command;
        const { role, permissions } = checkNewKey(key, durationDays);
        const expiresAtMs = createdAtMs + keyLifetimeMs(durationDays);
        return [
          { type: 'WorkspaceApiKeyCreated', data: { ...key, role, permissions, expiresAtMs, createdAtMs } },
          { type: 'WorkspaceApiKeySecretStored', data: { secretSha256 } },
        ];
      }
      case 'RotateWorkspaceApiKey': {
        livingKey(state);
        const { atMs: rotatedAtMs, secretSha256 } = command;
        const expiresAtMs = rotatedAtMs + keyLifetimeMs(command.durationDays);
        return [
          { type: 'WorkspaceApiKeyRotated', data: { expiresAtMs, rotatedAtMs } },
          { type: 'WorkspaceApiKeySecretStored', data: { secretSha256 } },
        ];
      }
      case 'DeleteWorkspaceApiKey':
        livingKey(state);
        return [{ type: 'WorkspaceApiKeyDeleted', data: {} }];
    }
  },

  evolve(state, event) {
    switch (event.type) {
      case 'WorkspaceApiKeyCreated':
        return { ...event.data, updatedAtMs: event.data.createdAtMs };
      case 'WorkspaceApiKeySecretStored':
        return state;
      case 'WorkspaceApiKeyRotated': {
        const { expiresAtMs, rotatedAtMs: updatedAtMs } = event.data;
        return typeof state === 'string' ? state : { ...state, expiresAtMs, updatedAtMs };
      }
      case 'WorkspaceApiKeyDeleted':
        return 'deleted';
    }
  },
};

/** @throws DomainError `not_found`. */
export function livingKey(state: WorkspaceApiKeyState): LivingWorkspaceApiKey {
  if (typeof state === 'string') throw workspaceApiKeyNotFound();
  return state;
}

export function workspaceApiKeyNotFound(): DomainError {
  return new DomainError('not_found', 'There is no API key with this id in the workspace.');
}
