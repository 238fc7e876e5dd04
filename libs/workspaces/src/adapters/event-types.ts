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
import { defineEventTypes, storedEvent, type EventType } from '@svc/event-store';
import type { WorkspaceApiKeyEvent } from '../domain/workspace-api-key/workspace-api-key.js';
import type { WorkspaceEvent } from '../domain/workspace/workspace-event.js';

/** Every event of workspaces and their keys. */
export type WorkspacesEvent = WorkspaceEvent | WorkspaceApiKeyEvent;
type DataOf<Type extends WorkspacesEvent['type']> = Extract<WorkspacesEvent, { type: Type }>['data'];

/** Their storage format: the JSON of their protos in proto/svc/identity/v1/events.proto. */
export const workspaceEventDefinitions: {
  readonly [Type in WorkspacesEvent['type']]: EventType<DataOf<Type>>;
} = {
  WorkspaceCreated: storedEvent({ codec: WorkspaceCreated, visibility: 'public' }),
  WorkspaceChanged: storedEvent({ codec: WorkspaceChanged, visibility: 'public' }),
  PlatformAuthoringSet: storedEvent({ codec: PlatformAuthoringSet, visibility: 'private' }),
  WorkspaceOwnerChanged: storedEvent({ codec: WorkspaceOwnerChanged, visibility: 'public' }),
  WorkspaceProvisioned: storedEvent({ codec: WorkspaceProvisioned, visibility: 'private' }),
  TestCallerNumbersSet: storedEvent({ codec: TestCallerNumbersSet, visibility: 'private' }),
  TestCredentialIdsSet: storedEvent({ codec: TestCredentialIdsSet, visibility: 'public' }),
  WorkspaceArchived: storedEvent({ codec: WorkspaceArchived, visibility: 'public' }),
  WorkspaceApiKeyCreated: storedEvent({
    codec: WorkspaceApiKeyCreated,
    visibility: 'public',
    toProto: (data) => data,
    fromProto: ({ role, responsibleUserIds, ...message }) => ({
      ...message,
      // Events of older versions name only the creator.
      responsibleUserIds:
        message.creatorUserId !== null && responsibleUserIds.length === 0
          ? [message.creatorUserId]
          : responsibleUserIds,
      // A role that this version does not know has only the permissions of the lowest.
      role: isWorkspaceRole(role) ? role : 'viewer',
    }),
  }),
  WorkspaceApiKeySecretStored: storedEvent({
    codec: WorkspaceApiKeySecretStored,
    visibility: 'private',
    toProto: ({ secretSha256 }) => ({ secretSha256: Buffer.from(secretSha256) }),
    fromProto: (message) => message,
  }),
  WorkspaceApiKeyRotated: storedEvent({ codec: WorkspaceApiKeyRotated, visibility: 'public' }),
  WorkspaceApiKeyDeleted: storedEvent({ codec: WorkspaceApiKeyDeleted, visibility: 'public' }),
};

export const workspacesEventTypes = defineEventTypes<WorkspacesEvent>(workspaceEventDefinitions);
