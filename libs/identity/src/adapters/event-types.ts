import { grantsFromMessage, grantToMessage } from '@svc/auth';
import {
  AdditionalContextAdded,
  ApiKeyCreated,
  ApiKeyDeleted,
  ApiKeySecretStored,
  OrganizationCreated,
  RoleCreated,
  SensitiveUserVariablesStored,
  UserCreated,
  UserDeleted,
  UserPreferencesChanged,
  UserProfileChanged,
  UserRoleAssigned,
} from '@svc/contracts/identity';
import { personalFields } from '@svc/contracts/personal-fields';
import { defineEventTypes, type EventType } from '@svc/event-store';
import type { ApiKeyEvent } from '../domain/api-key/api-key.js';
import type { OrganizationEvent } from '../domain/organization/organization.js';
import type { RoleEvent } from '../domain/role/role.js';
import type { UserEvent } from '../domain/user/user-event.js';
import { frontendViewFromMessage, frontendViewToMessage } from './frontend-view.js';

export type IdentityEvent = OrganizationEvent | RoleEvent | UserEvent | ApiKeyEvent;

const role: EventType<RoleEvent['data']>['message'] = {
  toJSON: ({ frontendView, permissionGrants, ...role }) =>
    RoleCreated.toJSON({
      ...role,
      frontendView: frontendViewToMessage(frontendView),
      permissionGrants: permissionGrants.map(grantToMessage),
    }),
  fromJSON(json) {
    const { frontendView, permissionGrants, ...role } = RoleCreated.fromJSON(json);
    return {
      ...role,
      frontendView: frontendViewFromMessage(frontendView),
      permissionGrants: grantsFromMessage(permissionGrants),
    };
  },
};

const shared = { schemaVersion: 1, visibility: 'public' } as const;

/** How the events of this context are stored: as the JSON of their messages in proto/svc/identity/v1/events.proto. */
export const identityEventTypes = defineEventTypes<IdentityEvent>({
  OrganizationCreated: { ...shared, message: OrganizationCreated },
  RoleCreated: { ...shared, message: role },
  UserCreated: {
    ...shared,
    message: UserCreated,
    personalFields: personalFields['svc.identity.v1.UserCreated'],
  },
  SensitiveUserVariablesStored: {
    schemaVersion: 1,
    visibility: 'private',
    message: SensitiveUserVariablesStored,
    personalFields: personalFields['svc.identity.v1.SensitiveUserVariablesStored'],
  },
  UserProfileChanged: {
    ...shared,
    message: UserProfileChanged,
    personalFields: personalFields['svc.identity.v1.UserProfileChanged'],
  },
  UserPreferencesChanged: {
    ...shared,
    message: UserPreferencesChanged,
    personalFields: personalFields['svc.identity.v1.UserPreferencesChanged'],
  },
  AdditionalContextAdded: {
    ...shared,
    message: AdditionalContextAdded,
    personalFields: personalFields['svc.identity.v1.AdditionalContextAdded'],
  },
  UserRoleAssigned: { ...shared, message: UserRoleAssigned },
  UserDeleted: { ...shared, message: UserDeleted },
  ApiKeyCreated: { ...shared, message: ApiKeyCreated },
  ApiKeySecretStored: { schemaVersion: 1, visibility: 'private', message: ApiKeySecretStored },
  ApiKeyDeleted: { ...shared, message: ApiKeyDeleted },
});
