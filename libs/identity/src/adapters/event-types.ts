import { grantFromProto, grantsFromProto, grantToProto, type Grant } from '@svc/auth';
import type { Grant as GrantProto } from '@svc/contracts/common';
import {
  AdditionalContextAdded,
  ApiKeyCreated,
  ApiKeyDeleted,
  ApiKeyExpirationApproached,
  ApiKeyRoleAssigned,
  ApiKeySecretStored,
  MembershipCreated,
  MembershipDeleted,
  OrganizationCreated,
  OrganizationDimensionsChanged,
  OrganizationPreferencesChanged,
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
  type UserPreferences as UserPreferencesProto,
} from '@svc/contracts/identity';
import { personalFields } from '@svc/contracts/personal-fields';
import { defineEventTypes, eventType } from '@svc/event-store';
import { workspaceEventDefinitions, type WorkspacesEvent } from '@svc/workspaces';
import type { ApiKeyEvent } from '../domain/api-key/api-key.js';
import type { MembershipEvent } from '../domain/membership/membership.js';
import type { OrganizationEvent } from '../domain/organization/organization.js';
import type { UserPreferences } from '../domain/preferences.js';
import type { RoleEvent } from '../domain/role/role-event.js';
import type { TemporaryGrantEvent } from '../domain/temporary-grant/temporary-grant.js';
import type { UserEvent } from '../domain/user/user-event.js';
import { dimensionToProto } from './dimension-mapping.js';
import { tagsFromProtos, tagsToProtos } from './grant-tags.js';
import { frontendViewFromProto, frontendViewToProto } from './frontend-view.js';
import { preferencesFromProto, preferencesToProto } from './preferences-mapping.js';

export type IdentityEvent =
  | OrganizationEvent
  | RoleEvent
  | UserEvent
  | MembershipEvent
  | ApiKeyEvent
  | TemporaryGrantEvent
  | WorkspacesEvent;
type DataOf<Type extends IdentityEvent['type']> = Extract<IdentityEvent, { type: Type }>['data'];

/** How the events of this context are stored: as the JSON of their messages in proto/svc/identity/v1/events.proto. */
export const identityEventTypes = defineEventTypes<IdentityEvent>({
  OrganizationCreated: eventType<DataOf<'OrganizationCreated'>, OrganizationCreated>({
    codec: OrganizationCreated,
    visibility: 'public',
    toProto: ({ userDimensions, defaultUserPreferences, ...data }) => ({
      ...data,
      userDimensions: userDimensions.map(dimensionToProto),
      defaultUserPreferences: defaultUserPreferences ? preferencesToProto(defaultUserPreferences) : undefined,
    }),
    fromProto: ({ defaultUserPreferences: preferences, ...data }) => ({
      ...data,
      defaultUserPreferences: preferences ? preferencesFromProto(preferences) : null,
    }),
  }),
  OrganizationDimensionsChanged: eventType<
    DataOf<'OrganizationDimensionsChanged'>,
    OrganizationDimensionsChanged
  >({
    codec: OrganizationDimensionsChanged,
    visibility: 'public',
    toProto: (data) => ({ ...data, userDimensions: data.userDimensions.map(dimensionToProto) }),
    fromProto: (message) => message,
  }),
  OrganizationPreferencesChanged: eventType<
    DataOf<'OrganizationPreferencesChanged'>,
    OrganizationPreferencesChanged
  >({
    codec: OrganizationPreferencesChanged,
    visibility: 'public',
    toProto: (data) => ({
      ...data,
      defaultUserPreferences: preferencesToProto(data.defaultUserPreferences),
    }),
    fromProto: (message) => ({
      ...message,
      defaultUserPreferences: storedPreferences(message.defaultUserPreferences),
    }),
  }),
  RoleCreated: eventType<DataOf<'RoleCreated'>, RoleCreated>({
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
  RoleDescribed: eventType<DataOf<'RoleDescribed'>, RoleDescribed>({
    codec: RoleDescribed,
    visibility: 'private',
    toProto: (data) => data,
    fromProto: (message) => message,
  }),
  RoleReplaced: eventType<DataOf<'RoleReplaced'>, RoleReplaced>({
    codec: RoleReplaced,
    visibility: 'public',
    toProto: (data) => data,
    fromProto: (message) => message,
  }),
  RoleExpired: eventType<DataOf<'RoleExpired'>, RoleExpired>({
    codec: RoleExpired,
    visibility: 'private',
    toProto: (data) => data,
    fromProto: (message) => message,
  }),
  UserCreated: eventType<DataOf<'UserCreated'>, UserCreated>({
    codec: UserCreated,
    visibility: 'public',
    personalFields: personalFields['svc.identity.v1.UserCreated'],
    toProto: (data) => ({
      ...data,
      preferences: preferencesToProto(data.preferences),
      nonsensitiveVariables: { ...data.nonsensitiveVariables },
    }),
    fromProto: (message) => ({
      ...message,
      preferences: storedPreferences(message.preferences),
    }),
  }),
  SensitiveUserVariablesStored: eventType<
    DataOf<'SensitiveUserVariablesStored'>,
    SensitiveUserVariablesStored
  >({
    codec: SensitiveUserVariablesStored,
    visibility: 'private',
    personalFields: personalFields['svc.identity.v1.SensitiveUserVariablesStored'],
    toProto: ({ variables }) => ({ variables: { ...variables } }),
    fromProto: (message) => message,
  }),
  UserProfileChanged: eventType<DataOf<'UserProfileChanged'>, UserProfileChanged>({
    codec: UserProfileChanged,
    visibility: 'public',
    personalFields: personalFields['svc.identity.v1.UserProfileChanged'],
    toProto: ({ firstName, lastName }) => ({
      firstName: firstName ?? undefined,
      lastName: lastName ?? undefined,
    }),
    fromProto: ({ firstName, lastName }) => ({ firstName: firstName ?? null, lastName: lastName ?? null }),
  }),
  UserPreferencesChanged: eventType<DataOf<'UserPreferencesChanged'>, UserPreferencesChanged>({
    codec: UserPreferencesChanged,
    visibility: 'public',
    personalFields: personalFields['svc.identity.v1.UserPreferencesChanged'],
    toProto: ({ preferences }) => ({ preferences: preferencesToProto(preferences) }),
    fromProto: ({ preferences }) => ({ preferences: storedPreferences(preferences) }),
  }),
  AdditionalContextAdded: eventType<DataOf<'AdditionalContextAdded'>, AdditionalContextAdded>({
    codec: AdditionalContextAdded,
    visibility: 'public',
    personalFields: personalFields['svc.identity.v1.AdditionalContextAdded'],
    toProto: (data) => data,
    fromProto: (message) => message,
  }),
  UserRoleAssigned: eventType<DataOf<'UserRoleAssigned'>, UserRoleAssigned>({
    codec: UserRoleAssigned,
    visibility: 'public',
    toProto: (data) => data,
    fromProto: (message) => message,
  }),
  UserDeleted: eventType<DataOf<'UserDeleted'>, UserDeleted>({
    codec: UserDeleted,
    visibility: 'public',
    toProto: (data) => data,
    fromProto: (message) => message,
  }),
  MembershipCreated: eventType<DataOf<'MembershipCreated'>, MembershipCreated>({
    codec: MembershipCreated,
    visibility: 'public',
    toProto: (data) => data,
    fromProto: (message) => message,
  }),
  MembershipDeleted: eventType<DataOf<'MembershipDeleted'>, MembershipDeleted>({
    codec: MembershipDeleted,
    visibility: 'public',
    toProto: (data) => data,
    fromProto: (message) => message,
  }),
  ApiKeyCreated: eventType<DataOf<'ApiKeyCreated'>, ApiKeyCreated>({
    codec: ApiKeyCreated,
    visibility: 'public',
    toProto: (data) => ({ ...data, name: data.name ?? undefined }),
    fromProto: (message) => ({ ...message, name: message.name ?? null }),
  }),
  ApiKeySecretStored: eventType<DataOf<'ApiKeySecretStored'>, ApiKeySecretStored>({
    codec: ApiKeySecretStored,
    visibility: 'private',
    toProto: ({ secretSha256 }) => ({ secretSha256: Buffer.from(secretSha256) }),
    fromProto: (message) => message,
  }),
  ApiKeyExpirationApproached: eventType<DataOf<'ApiKeyExpirationApproached'>, ApiKeyExpirationApproached>({
    codec: ApiKeyExpirationApproached,
    visibility: 'public',
    toProto: (data) => ({ ...data, name: data.name ?? undefined }),
    fromProto: (message) => ({ ...message, name: message.name ?? null }),
  }),
  ApiKeyRoleAssigned: eventType<DataOf<'ApiKeyRoleAssigned'>, ApiKeyRoleAssigned>({
    codec: ApiKeyRoleAssigned,
    visibility: 'public',
    toProto: (data) => data,
    fromProto: (message) => message,
  }),
  ApiKeyDeleted: eventType<DataOf<'ApiKeyDeleted'>, ApiKeyDeleted>({
    codec: ApiKeyDeleted,
    visibility: 'public',
    toProto: (data) => data,
    fromProto: (message) => message,
  }),
  TemporaryPermissionGrantCreated: eventType<
    DataOf<'TemporaryPermissionGrantCreated'>,
    TemporaryPermissionGrantCreated
  >({
    codec: TemporaryPermissionGrantCreated,
    visibility: 'public',
    personalFields: personalFields['svc.identity.v1.TemporaryPermissionGrantCreated'],
    toProto: ({ permissionGrant, tags, ...data }) => ({
      ...data,
      permissionGrant: grantToProto(permissionGrant),
      tags: tagsToProtos(tags),
    }),
    fromProto: ({ permissionGrant, tags, ...message }) => ({
      ...message,
      permissionGrant: storedGrant(permissionGrant),
      tags: tagsFromProtos(tags),
    }),
  }),
  ...workspaceEventDefinitions,
});

/** Without this check it would look like a grant without conditions. */
function storedGrant(message: GrantProto | undefined): Grant {
  const grant = message && grantFromProto(message);
  if (grant) return grant;
  throw new TypeError('A stored event holds a grant that this version does not know.');
}

/** Every event that can hold preferences holds them; protobuf can't express that. */
function storedPreferences(message: UserPreferencesProto | undefined): UserPreferences {
  if (message) return preferencesFromProto(message);
  throw new TypeError('A stored event lacks its preferences.');
}
