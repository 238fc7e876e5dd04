import { isWorkspaceRole } from '@svc/auth';
import {
  PlatformAuthoringSet,
  TestCallerNumbersSet,
  TestCredentialIdsSet,
  WorkspaceApiKeyCreated,
  WorkspaceApiKeyDeleted,
  WorkspaceApiKeyRotated,
  WorkspaceApiKeySecretStored,
  WorkspaceArchived,
  WorkspaceChanged,
  WorkspaceCreated,
  WorkspaceOwnerChanged,
  WorkspaceProvisioned,
} from '@svc/contracts/identity';
import { defineEventTypes, eventType, type EventType } from '@svc/event-store';
import type { WorkspaceApiKeyEvent } from '../domain/workspace-api-key/workspace-api-key.js';
import type { WorkspaceEvent } from '../domain/workspace/workspace-event.js';

/** Every event of workspaces and their keys. */
export type WorkspacesEvent = WorkspaceEvent | WorkspaceApiKeyEvent;
type DataOf<Type extends WorkspacesEvent['type']> = Extract<WorkspacesEvent, { type: Type }>['data'];

/** How they are stored: as the JSON of their messages in proto/svc/identity/v1/events.proto. */
export const workspaceEventDefinitions: {
  readonly [Type in WorkspacesEvent['type']]: EventType<DataOf<Type>>;
} = {
  WorkspaceCreated: eventType<DataOf<'WorkspaceCreated'>, WorkspaceCreated>({
    codec: WorkspaceCreated,
    visibility: 'public',
    toMessage: (data) => data,
    fromMessage: (message) => message,
  }),
  WorkspaceChanged: eventType<DataOf<'WorkspaceChanged'>, WorkspaceChanged>({
    codec: WorkspaceChanged,
    visibility: 'private',
    toMessage: ({ name, environment, connectorType, ...data }) => ({
      ...data,
      name: name ?? undefined,
      environment: environment ?? undefined,
      connectorType: connectorType ?? undefined,
    }),
    fromMessage: ({ name, environment, connectorType, ...message }) => ({
      ...message,
      name: name ?? null,
      environment: environment ?? null,
      connectorType: connectorType ?? null,
    }),
  }),
  PlatformAuthoringSet: eventType<DataOf<'PlatformAuthoringSet'>, PlatformAuthoringSet>({
    codec: PlatformAuthoringSet,
    visibility: 'private',
    toMessage: (data) => data,
    fromMessage: (message) => message,
  }),
  WorkspaceOwnerChanged: eventType<DataOf<'WorkspaceOwnerChanged'>, WorkspaceOwnerChanged>({
    codec: WorkspaceOwnerChanged,
    visibility: 'public',
    toMessage: (data) => data,
    fromMessage: (message) => message,
  }),
  WorkspaceProvisioned: eventType<DataOf<'WorkspaceProvisioned'>, WorkspaceProvisioned>({
    codec: WorkspaceProvisioned,
    visibility: 'private',
    toMessage: (data) => data,
    fromMessage: (message) => message,
  }),
  TestCallerNumbersSet: eventType<DataOf<'TestCallerNumbersSet'>, TestCallerNumbersSet>({
    codec: TestCallerNumbersSet,
    visibility: 'private',
    toMessage: ({ numbers, ...data }) => ({ ...data, numbers: [...numbers] }),
    fromMessage: (message) => message,
  }),
  TestCredentialIdsSet: eventType<DataOf<'TestCredentialIdsSet'>, TestCredentialIdsSet>({
    codec: TestCredentialIdsSet,
    visibility: 'private',
    toMessage: ({ credentialIds, ...data }) => ({ ...data, credentialIds: [...credentialIds] }),
    fromMessage: (message) => message,
  }),
  WorkspaceArchived: eventType<DataOf<'WorkspaceArchived'>, WorkspaceArchived>({
    codec: WorkspaceArchived,
    visibility: 'public',
    toMessage: (data) => data,
    fromMessage: (message) => message,
  }),
  WorkspaceApiKeyCreated: eventType<DataOf<'WorkspaceApiKeyCreated'>, WorkspaceApiKeyCreated>({
    codec: WorkspaceApiKeyCreated,
    visibility: 'private',
    toMessage: ({ name, permissions, creatorUserId, creatorCredentialId, ...data }) => ({
      ...data,
      name: name ?? undefined,
      permissions: [...permissions],
      creatorUserId: creatorUserId ?? undefined,
      creatorCredentialId: creatorCredentialId ?? undefined,
    }),
    fromMessage: ({ name, role, creatorUserId, creatorCredentialId, ...message }) => ({
      ...message,
      name: name ?? null,
      // One that this version does not know holds nothing but what the least holds.
      role: isWorkspaceRole(role) ? role : 'viewer',
      creatorUserId: creatorUserId ?? null,
      creatorCredentialId: creatorCredentialId ?? null,
    }),
  }),
  WorkspaceApiKeySecretStored: eventType<DataOf<'WorkspaceApiKeySecretStored'>, WorkspaceApiKeySecretStored>({
    codec: WorkspaceApiKeySecretStored,
    visibility: 'private',
    toMessage: ({ secretSha256 }) => ({ secretSha256: Buffer.from(secretSha256) }),
    fromMessage: (message) => message,
  }),
  WorkspaceApiKeyRotated: eventType<DataOf<'WorkspaceApiKeyRotated'>, WorkspaceApiKeyRotated>({
    codec: WorkspaceApiKeyRotated,
    visibility: 'public',
    toMessage: (data) => data,
    fromMessage: (message) => message,
  }),
  WorkspaceApiKeyDeleted: eventType<DataOf<'WorkspaceApiKeyDeleted'>, WorkspaceApiKeyDeleted>({
    codec: WorkspaceApiKeyDeleted,
    visibility: 'public',
    toMessage: ({ deletedAtMs }) => ({ deletedAtMs: deletedAtMs ?? undefined }),
    fromMessage: ({ deletedAtMs }) => ({ deletedAtMs: deletedAtMs ?? null }),
  }),
};

export const workspacesEventTypes = defineEventTypes<WorkspacesEvent>(workspaceEventDefinitions);
