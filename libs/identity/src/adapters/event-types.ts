import { grantFromProto, grantsFromProto, grantToProto, type Grant } from '@svc/auth';
import {
  AdditionalContextAdded,
  ApiKeyCreated,
  ApiKeyDeleted,
  ApiKeyExpirationApproached,
  ApiKeyRoleAssigned,
  ApiKeySecretStored,
  MembershipCreated,
  MembershipDeleted,
  NonsensitiveUserVariablesChanged,
  OrganizationCreated,
  OrganizationDimensionsChanged,
  OrganizationPreferencesChanged,
  PersonErased,
  RoleCreated,
  RoleDescribed,
  RoleExpired,
  RoleReplaced,
  SensitiveUserVariablesStored,
  TemporaryPermissionGrantCreated,
  UserCreated,
  UserDeleted,
  UserPreferencesChanged,
  UserProfileChanged,
  UserRoleAssigned,
} from '@svc/contracts/identity';
import { personalFields } from '@svc/contracts/personal-fields';
import { defineEventTypes, storedEvent } from '@svc/event-store';
import { workspaceEventDefinitions, type WorkspacesEvent } from '@svc/workspaces';
import type { ApiKeyEvent } from '../domain/api-key/api-key.js';
import type { MembershipEvent } from '../domain/membership/membership.js';
import type { OrganizationEvent } from '../domain/organization/organization.js';
import type { PersonEvent } from '../domain/person/person.js';
import type { RoleEvent } from '../domain/role/role-event.js';
import type { TemporaryGrantEvent } from '../domain/temporary-grant/temporary-grant.js';
import type { UserEvent } from '../domain/user/user-event.js';
import { frontendViewFromProto, frontendViewToProto } from './frontend-view.js';

export type IdentityEvent =
  | OrganizationEvent
  | RoleEvent
  | UserEvent
  | PersonEvent
  | MembershipEvent
  | ApiKeyEvent
  | TemporaryGrantEvent
  | WorkspacesEvent;

/** How the events of this context are stored: as the JSON of their messages in proto/svc/identity/v1/events.proto. */
export const identityEventTypes = defineEventTypes<IdentityEvent>({
  OrganizationCreated: storedEvent({ codec: OrganizationCreated, visibility: 'public' }),
  OrganizationDimensionsChanged: storedEvent({
    codec: OrganizationDimensionsChanged,
    visibility: 'public',
  }),
  OrganizationPreferencesChanged: storedEvent({
    codec: OrganizationPreferencesChanged,
    visibility: 'public',
    parts: ['defaultUserPreferences'],
  }),
  RoleCreated: storedEvent({
    codec: RoleCreated,
    visibility: 'public',
    toProto: ({ frontendView, permissionGrants, ...data }) => ({
      ...data,
      frontendView: frontendViewToProto(frontendView),
      permissionGrants: permissionGrants.map(grantToProto),
    }),
    fromProto: ({ frontendView, permissionGrants, ...data }) => ({
      ...data,
      frontendView: frontendViewFromProto(frontendView),
      permissionGrants: grantsFromProto(permissionGrants),
    }),
  }),
  RoleDescribed: storedEvent({
    codec: RoleDescribed,
    visibility: 'private',
  }),
  RoleReplaced: storedEvent({
    codec: RoleReplaced,
    visibility: 'public',
  }),
  RoleExpired: storedEvent({
    codec: RoleExpired,
    visibility: 'private',
  }),
  UserCreated: storedEvent({
    codec: UserCreated,
    visibility: 'public',
    parts: ['preferences'],
    personalFields: personalFields['svc.identity.v1.UserCreated'],
  }),
  SensitiveUserVariablesStored: storedEvent({
    codec: SensitiveUserVariablesStored,
    visibility: 'private',
    personalFields: personalFields['svc.identity.v1.SensitiveUserVariablesStored'],
  }),
  NonsensitiveUserVariablesChanged: storedEvent({
    codec: NonsensitiveUserVariablesChanged,
    visibility: 'public',
    personalFields: personalFields['svc.identity.v1.NonsensitiveUserVariablesChanged'],
  }),
  UserProfileChanged: storedEvent({
    codec: UserProfileChanged,
    visibility: 'public',
    personalFields: personalFields['svc.identity.v1.UserProfileChanged'],
  }),
  UserPreferencesChanged: storedEvent({
    codec: UserPreferencesChanged,
    visibility: 'public',
    parts: ['preferences'],
    personalFields: personalFields['svc.identity.v1.UserPreferencesChanged'],
  }),
  AdditionalContextAdded: storedEvent({
    codec: AdditionalContextAdded,
    visibility: 'public',
    personalFields: personalFields['svc.identity.v1.AdditionalContextAdded'],
  }),
  UserRoleAssigned: storedEvent({
    codec: UserRoleAssigned,
    visibility: 'public',
  }),
  UserDeleted: storedEvent({
    codec: UserDeleted,
    visibility: 'public',
  }),
  PersonErased: storedEvent({
    codec: PersonErased,
    visibility: 'public',
  }),
  MembershipCreated: storedEvent({
    codec: MembershipCreated,
    visibility: 'public',
  }),
  MembershipDeleted: storedEvent({
    codec: MembershipDeleted,
    visibility: 'public',
  }),
  ApiKeyCreated: storedEvent({
    codec: ApiKeyCreated,
    visibility: 'public',
  }),
  ApiKeySecretStored: storedEvent({
    codec: ApiKeySecretStored,
    visibility: 'private',
    toProto: ({ secretSha256 }) => ({ secretSha256: Buffer.from(secretSha256) }),
    fromProto: (message) => message,
  }),
  ApiKeyExpirationApproached: storedEvent({
    codec: ApiKeyExpirationApproached,
    visibility: 'public',
  }),
  ApiKeyRoleAssigned: storedEvent({
    codec: ApiKeyRoleAssigned,
    visibility: 'public',
  }),
  ApiKeyDeleted: storedEvent({
    codec: ApiKeyDeleted,
    visibility: 'public',
  }),
  TemporaryPermissionGrantCreated: storedEvent({
    codec: TemporaryPermissionGrantCreated,
    visibility: 'public',
    personalFields: personalFields['svc.identity.v1.TemporaryPermissionGrantCreated'],
    parts: ['permissionGrant'],
    toProto: ({ permissionGrant, tags, ...data }) => ({
      ...data,
      permissionGrant: grantToProto(permissionGrant),
      tags: Object.entries(tags).map(([key, value]) => ({ key, value })),
    }),
    fromProto: ({ permissionGrant, tags, ...message }) => ({
      ...message,
      permissionGrant: stored(grantFromProto(permissionGrant)),
      tags: Object.fromEntries(tags.map(({ key, value }) => [key, value])),
    }),
  }),
  ...workspaceEventDefinitions,
});

/** Without this check it would look like a grant without conditions. */
function stored(grant: Grant | null): Grant {
  if (grant) return grant;
  throw new TypeError('A stored event holds a grant that this version does not know.');
}
