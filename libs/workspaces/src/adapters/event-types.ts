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

/** Their storage format: the JSON of their protos in proto/svc/identity/v1/events.proto. */
export const workspaceEventDefinitions: {
  readonly [Type in WorkspacesEvent['type']]: EventType<DataOf<Type>>;
} = {
  WorkspaceCreated: eventType<DataOf<'WorkspaceCreated'>, WorkspaceCreated>({
    codec: WorkspaceCreated,
    visibility: 'public',
    toProto: (data) => data,
    fromProto: (message) => message,
  }),
  WorkspaceChanged: eventType<DataOf<'WorkspaceChanged'>, WorkspaceChanged>({
    codec: WorkspaceChanged,
    visibility: 'private',
    toProto: ({ name, environment, connectorType, ...data }) => ({
      ...data,
      name: name ?? undefined,
      environment: environment ?? undefined,
      connectorType: connectorType ?? undefined,
    }),
    fromProto: ({ name, environment, connectorType, ...message }) => ({
      ...message,
      name: name ?? null,
      environment: environment ?? null,
      connectorType: connectorType ?? null,
    }),
  }),
  PlatformAuthoringSet: eventType<DataOf<'PlatformAuthoringSet'>, PlatformAuthoringSet>({
    codec: PlatformAuthoringSet,
    visibility: 'private',
    toProto: (data) => data,
    fromProto: (message) => message,
  }),
  WorkspaceOwnerChanged: eventType<DataOf<'WorkspaceOwnerChanged'>, WorkspaceOwnerChanged>({
    codec: WorkspaceOwnerChanged,
    visibility: 'public',
    toProto: (data) => data,
    fromProto: (message) => message,
  }),
  WorkspaceProvisioned: eventType<DataOf<'WorkspaceProvisioned'>, WorkspaceProvisioned>({
    codec: WorkspaceProvisioned,
    visibility: 'private',
    toProto: (data) => data,
    fromProto: (message) => message,
  }),
  TestCallerNumbersSet: eventType<DataOf<'TestCallerNumbersSet'>, TestCallerNumbersSet>({
    codec: TestCallerNumbersSet,
    visibility: 'private',
    toProto: ({ numbers, ...data }) => ({ ...data, numbers: [...numbers] }),
    fromProto: (message) => message,
  }),
  TestCredentialIdsSet: eventType<DataOf<'TestCredentialIdsSet'>, TestCredentialIdsSet>({
    codec: TestCredentialIdsSet,
    visibility: 'private',
    toProto: ({ credentialIds, ...data }) => ({ ...data, credentialIds: [...credentialIds] }),
    fromProto: (message) => message,
  }),
  WorkspaceArchived: eventType<DataOf<'WorkspaceArchived'>, WorkspaceArchived>({
    codec: WorkspaceArchived,
    visibility: 'public',
    toProto: (data) => data,
    fromProto: (message) => message,
  }),
  WorkspaceApiKeyCreated: eventType<DataOf<'WorkspaceApiKeyCreated'>, WorkspaceApiKeyCreated>({
    codec: WorkspaceApiKeyCreated,
    visibility: 'private',
    toProto: ({ name, permissions, creatorUserId, creatorCredentialId, ...data }) => ({
      ...data,
      name: name ?? undefined,
      permissions: [...permissions],
      creatorUserId: creatorUserId ?? undefined,
      creatorCredentialId: creatorCredentialId ?? undefined,
    }),
    fromProto: ({ name, role, creatorUserId, creatorCredentialId, ...message }) => ({
      ...message,
      name: name ?? null,
      // A role that this version does not know has only the permissions of the lowest.
      role: isWorkspaceRole(role) ? role : 'viewer',
      creatorUserId: creatorUserId ?? null,
      creatorCredentialId: creatorCredentialId ?? null,
    }),
  }),
  WorkspaceApiKeySecretStored: eventType<DataOf<'WorkspaceApiKeySecretStored'>, WorkspaceApiKeySecretStored>({
    codec: WorkspaceApiKeySecretStored,
    visibility: 'private',
    toProto: ({ secretSha256 }) => ({ secretSha256: Buffer.from(secretSha256) }),
    fromProto: (message) => message,
  }),
  WorkspaceApiKeyRotated: eventType<DataOf<'WorkspaceApiKeyRotated'>, WorkspaceApiKeyRotated>({
    codec: WorkspaceApiKeyRotated,
    visibility: 'public',
    toProto: (data) => data,
    fromProto: (message) => message,
  }),
  WorkspaceApiKeyDeleted: eventType<DataOf<'WorkspaceApiKeyDeleted'>, WorkspaceApiKeyDeleted>({
    codec: WorkspaceApiKeyDeleted,
    visibility: 'public',
    toProto: ({ deletedAtMs }) => ({ deletedAtMs: deletedAtMs ?? undefined }),
    fromProto: ({ deletedAtMs }) => ({ deletedAtMs: deletedAtMs ?? null }),
  }),
};

export const workspacesEventTypes = defineEventTypes<WorkspacesEvent>(workspaceEventDefinitions);
