import { grantFromProto, grantsFromProto, grantToProto, type Grant } from '@svc/auth';
import type { Grant as GrantMessage } from '@svc/contracts/common';
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
  type UserPreferences as UserPreferencesMessage,
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
import { dimensionToMessage } from './dimension-message.js';
import { tagsFromMessages, tagsToMessages } from './grant-tags.js';
import { frontendViewFromMessage, frontendViewToMessage } from './frontend-view.js';
import { preferencesFromMessage, preferencesToMessage } from './preferences-message.js';

/** Every event of this context. */
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
    toMessage: ({ userDimensions, defaultUserPreferences, ...data }) => ({
      ...data,
      userDimensions: userDimensions.map(dimensionToMessage),
      defaultUserPreferences: defaultUserPreferences
        ? preferencesToMessage(defaultUserPreferences)
        : undefined,
    }),
    fromMessage: ({ defaultUserPreferences: preferences, ...data }) => ({
      ...data,
      defaultUserPreferences: preferences ? preferencesFromMessage(preferences) : null,
    }),
  }),
  OrganizationDimensionsChanged: eventType<
    DataOf<'OrganizationDimensionsChanged'>,
    OrganizationDimensionsChanged
  >({
    codec: OrganizationDimensionsChanged,
    visibility: 'public',
    toMessage: (data) => ({ ...data, userDimensions: data.userDimensions.map(dimensionToMessage) }),
    fromMessage: (message) => message,
  }),
  OrganizationPreferencesChanged: eventType<
    DataOf<'OrganizationPreferencesChanged'>,
    OrganizationPreferencesChanged
  >({
    codec: OrganizationPreferencesChanged,
    visibility: 'public',
    toMessage: (data) => ({
      ...data,
      defaultUserPreferences: preferencesToMessage(data.defaultUserPreferences),
    }),
    fromMessage: (message) => ({
      ...message,
      defaultUserPreferences: storedPreferences(message.defaultUserPreferences),
    }),
  }),
  RoleCreated: eventType<DataOf<'RoleCreated'>, RoleCreated>({
    codec: RoleCreated,
    visibility: 'public',
    toMessage: ({ frontendView, permissionGrants, ...data }) => ({
      ...data,
      frontendView: frontendViewToMessage(frontendView),
      permissionGrants: permissionGrants.map(grantToProto),
    }),
    fromMessage: ({ frontendView, permissionGrants, ...data }) => ({
      ...data,
      frontendView: frontendViewFromMessage(frontendView),
      permissionGrants: grantsFromProto(permissionGrants),
    }),
  }),
  RoleDescribed: eventType<DataOf<'RoleDescribed'>, RoleDescribed>({
    codec: RoleDescribed,
    visibility: 'private',
    toMessage: (data) => data,
    fromMessage: (message) => message,
  }),
  RoleReplaced: eventType<DataOf<'RoleReplaced'>, RoleReplaced>({
    codec: RoleReplaced,
    visibility: 'public',
    toMessage: (data) => data,
    fromMessage: (message) => message,
  }),
  RoleExpired: eventType<DataOf<'RoleExpired'>, RoleExpired>({
    codec: RoleExpired,
    visibility: 'private',
    toMessage: (data) => data,
    fromMessage: (message) => message,
  }),
  UserCreated: eventType<DataOf<'UserCreated'>, UserCreated>({
    codec: UserCreated,
    visibility: 'public',
    personalFields: personalFields['svc.identity.v1.UserCreated'],
    toMessage: (data) => ({
      ...data,
      preferences: preferencesToMessage(data.preferences),
      nonsensitiveVariables: { ...data.nonsensitiveVariables },
    }),
    fromMessage: (message) => ({
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
    toMessage: ({ variables }) => ({ variables: { ...variables } }),
    fromMessage: (message) => message,
  }),
  UserProfileChanged: eventType<DataOf<'UserProfileChanged'>, UserProfileChanged>({
    codec: UserProfileChanged,
    visibility: 'public',
    personalFields: personalFields['svc.identity.v1.UserProfileChanged'],
    toMessage: ({ firstName, lastName }) => ({
      firstName: firstName ?? undefined,
      lastName: lastName ?? undefined,
    }),
    fromMessage: ({ firstName, lastName }) => ({ firstName: firstName ?? null, lastName: lastName ?? null }),
  }),
  UserPreferencesChanged: eventType<DataOf<'UserPreferencesChanged'>, UserPreferencesChanged>({
    codec: UserPreferencesChanged,
    visibility: 'public',
    personalFields: personalFields['svc.identity.v1.UserPreferencesChanged'],
    toMessage: ({ preferences }) => ({ preferences: preferencesToMessage(preferences) }),
    fromMessage: ({ preferences }) => ({ preferences: storedPreferences(preferences) }),
  }),
  AdditionalContextAdded: eventType<DataOf<'AdditionalContextAdded'>, AdditionalContextAdded>({
    codec: AdditionalContextAdded,
    visibility: 'public',
    personalFields: personalFields['svc.identity.v1.AdditionalContextAdded'],
    toMessage: (data) => data,
    fromMessage: (message) => message,
  }),
  UserRoleAssigned: eventType<DataOf<'UserRoleAssigned'>, UserRoleAssigned>({
    codec: UserRoleAssigned,
    visibility: 'public',
    toMessage: (data) => data,
    fromMessage: (message) => message,
  }),
  UserDeleted: eventType<DataOf<'UserDeleted'>, UserDeleted>({
    codec: UserDeleted,
    visibility: 'public',
    toMessage: (data) => data,
    fromMessage: (message) => message,
  }),
  MembershipCreated: eventType<DataOf<'MembershipCreated'>, MembershipCreated>({
    codec: MembershipCreated,
    visibility: 'public',
    toMessage: (data) => data,
    fromMessage: (message) => message,
  }),
  MembershipDeleted: eventType<DataOf<'MembershipDeleted'>, MembershipDeleted>({
    codec: MembershipDeleted,
    visibility: 'public',
    toMessage: (data) => data,
    fromMessage: (message) => message,
  }),
  ApiKeyCreated: eventType<DataOf<'ApiKeyCreated'>, ApiKeyCreated>({
    codec: ApiKeyCreated,
    visibility: 'public',
    toMessage: (data) => ({ ...data, name: data.name ?? undefined }),
    fromMessage: (message) => ({ ...message, name: message.name ?? null }),
  }),
  ApiKeySecretStored: eventType<DataOf<'ApiKeySecretStored'>, ApiKeySecretStored>({
    codec: ApiKeySecretStored,
    visibility: 'private',
    toMessage: ({ secretSha256 }) => ({ secretSha256: Buffer.from(secretSha256) }),
    fromMessage: (message) => message,
  }),
  ApiKeyExpirationApproached: eventType<DataOf<'ApiKeyExpirationApproached'>, ApiKeyExpirationApproached>({
    codec: ApiKeyExpirationApproached,
    visibility: 'public',
    toMessage: (data) => ({ ...data, name: data.name ?? undefined }),
    fromMessage: (message) => ({ ...message, name: message.name ?? null }),
  }),
  ApiKeyRoleAssigned: eventType<DataOf<'ApiKeyRoleAssigned'>, ApiKeyRoleAssigned>({
    codec: ApiKeyRoleAssigned,
    visibility: 'public',
    toMessage: (data) => data,
    fromMessage: (message) => message,
  }),
  ApiKeyDeleted: eventType<DataOf<'ApiKeyDeleted'>, ApiKeyDeleted>({
    codec: ApiKeyDeleted,
    visibility: 'public',
    toMessage: (data) => data,
    fromMessage: (message) => message,
  }),
  TemporaryPermissionGrantCreated: eventType<
    DataOf<'TemporaryPermissionGrantCreated'>,
    TemporaryPermissionGrantCreated
  >({
    codec: TemporaryPermissionGrantCreated,
    visibility: 'public',
    personalFields: personalFields['svc.identity.v1.TemporaryPermissionGrantCreated'],
    toMessage: ({ permissionGrant, tags, ...data }) => ({
      ...data,
      permissionGrant: grantToProto(permissionGrant),
      tags: tagsToMessages(tags),
    }),
    fromMessage: ({ permissionGrant, tags, ...message }) => ({
      ...message,
      permissionGrant: storedGrant(permissionGrant),
      tags: tagsFromMessages(tags),
    }),
  }),
  ...workspaceEventDefinitions,
});

/** Else it could not be told from one without conditions. */
function storedGrant(message: GrantMessage | undefined): Grant {
  const grant = message && grantFromProto(message);
  if (grant) return grant;
  throw new TypeError('A stored event holds a grant that this version does not know.');
}

/** Every event that can hold preferences does: protobuf alone can't say so. */
function storedPreferences(message: UserPreferencesMessage | undefined): UserPreferences {
  if (message) return preferencesFromMessage(message);
  throw new TypeError('A stored event lacks its preferences.');
}
