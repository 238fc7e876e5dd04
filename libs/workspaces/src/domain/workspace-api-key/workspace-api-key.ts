import type { WorkspaceRole } from '@svc/auth';
import { DomainError } from '@svc/errors';
import type { Decider, DomainEvent, Timed } from '@svc/kernel';
import { checkNewKey, keyLifetimeMs } from './workspace-api-key-rules.js';

interface Created {
  /** UUID. */
  readonly credentialId: string;
  /** The id that clients know; part of the key itself. */
  readonly keyId: string;
  readonly name: string | null;
  readonly role: WorkspaceRole;
  /** In addition to its role: permissions and scopes. */
  readonly permissions: readonly string[];
  /** Null if a workspace key or the installer created it. */
  readonly creatorUserId: string | null;
  /** Null if the installer created it. */
  readonly creatorCredentialId: string | null;
  /** The people without whom it ends. None: the installer issued it, or a key of the installer's. */
  readonly responsibleUserIds: readonly string[];
  readonly expiresAtMs: number;
  readonly createdAtMs: number;
}

export type WorkspaceApiKeyEvent =
  | DomainEvent<'WorkspaceApiKeyCreated', Created>
  | DomainEvent<'WorkspaceApiKeySecretStored', { readonly secretSha256: Uint8Array }>
  | DomainEvent<
      'WorkspaceApiKeyRotated',
      {
        readonly expiresAtMs: number;
        readonly rotatedAtMs: number;
        /** Those who have its new secret. None: as before. */
        readonly responsibleUserIds: readonly string[];
      }
    >
  | DomainEvent<
      'WorkspaceApiKeyDeleted',
      {
        /** Null: the time was not recorded. */
        readonly deletedAtMs: number | null;
      }
    >;

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
      readonly responsibleUserIds: readonly string[];
      readonly secretSha256: Uint8Array;
    }
  | { readonly type: 'DeleteWorkspaceApiKey' };

export interface LivingWorkspaceApiKey extends Created {
  /** Its latest rotation, or its creation. */
  readonly updatedAtMs: number;
}

/** What stays of a deleted one. */
export interface RevokedWorkspaceApiKey extends Created {
  readonly revokedAtMs: number;
}

export type WorkspaceApiKeyState = LivingWorkspaceApiKey | RevokedWorkspaceApiKey | 'none';

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
        const { atMs: rotatedAtMs, secretSha256, responsibleUserIds } = command;
        const expiresAtMs = rotatedAtMs + keyLifetimeMs(command.durationDays);
        return [
          { type: 'WorkspaceApiKeyRotated', data: { expiresAtMs, rotatedAtMs, responsibleUserIds } },
          { type: 'WorkspaceApiKeySecretStored', data: { secretSha256 } },
        ];
      }
      case 'DeleteWorkspaceApiKey':
        livingKey(state);
        return [{ type: 'WorkspaceApiKeyDeleted', data: { deletedAtMs: command.atMs } }];
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
        if (!isLiving(state)) return state;
        const taken = event.data.responsibleUserIds;
        const responsibleUserIds = taken.length > 0 ? taken : state.responsibleUserIds;
        return { ...state, expiresAtMs, updatedAtMs, responsibleUserIds };
      }
      case 'WorkspaceApiKeyDeleted':
        return isLiving(state) ? revoked(state, event.data.deletedAtMs) : state;
    }
  },
};

/** @throws DomainError `not_found`. */
export function livingKey(state: WorkspaceApiKeyState): LivingWorkspaceApiKey {
  if (!isLiving(state)) throw workspaceApiKeyNotFound();
  return state;
}

export function isLiving(state: WorkspaceApiKeyState): state is LivingWorkspaceApiKey {
  return state !== 'none' && !('revokedAtMs' in state);
}

/** Without a recorded time, it ended after its latest change. */
function revoked(
  { updatedAtMs, ...key }: LivingWorkspaceApiKey,
  deletedAtMs: number | null,
): RevokedWorkspaceApiKey {
  return { ...key, revokedAtMs: deletedAtMs ?? updatedAtMs };
}

export function workspaceApiKeyNotFound(): DomainError {
  return new DomainError('not_found', 'There is no API key with this id in the workspace.');
}
