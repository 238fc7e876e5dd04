import { DomainError } from '@svc/errors';
import { canonicalJson, type Decider, type Timed } from '@svc/kernel';
import type { UserPreferences } from '../preferences.js';
import {
  addedTo,
  checkAddition,
  noAdditionalContext,
  type AdditionalContextSize,
} from './additional-context.js';
import type { SetVariables, UpdateUser, UserCommand } from './user-command.js';
import type { UserEvent } from './user-event.js';
import { checkNewUser, checkUserUpdate } from './user-rules.js';

export interface ExistingUser {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly roleId: string;
  readonly preferences: UserPreferences;
  readonly nonsensitiveVariables: Readonly<Record<string, string>>;
  /** Sorted. The values decide nothing. */
  readonly sensitiveVariableNames: readonly string[];
  readonly createdAtMs: number;
  readonly additionalContext: AdditionalContextSize;
}

export type UserState = ExistingUser | 'unknown' | 'deleted';

/** A person of one organization. A unique key keeps e-mail addresses distinct (projections/user-rows.ts). */
export const userDecider: Decider<UserState, UserCommand & Timed, UserEvent> = {
  initialState: 'unknown',

  decide(state, command) {
    switch (command.type) {
      case 'CreateUser': {
        checkNewUser(command);
        const { type: _type, sensitiveVariables: variables, atMs, ...user } = command;
        const created: UserEvent = { type: 'UserCreated', data: { ...user, createdAtMs: atMs } };
        if (Object.keys(variables).length === 0) return [created];
        return [created, { type: 'SensitiveUserVariablesStored', data: { variables } }];
      }
      case 'UpdateUser':
        checkUserUpdate(command);
        return update(existingUser(state), command);
      case 'SetVariables':
        return setVariables(existingUser(state), command);
      case 'AssignRole': {
        const { roleId } = command;
        return existingUser(state).roleId === roleId ? [] : [{ type: 'UserRoleAssigned', data: { roleId } }];
      }
      case 'DeleteUser':
        existingUser(state);
        return [{ type: 'UserDeleted', data: {} }];
    }
  },

  evolve(state, event) {
    if (event.type === 'UserCreated') {
      const { userId: _userId, ...user } = event.data;
      return { ...user, sensitiveVariableNames: [], additionalContext: noAdditionalContext };
    }
    if (event.type === 'UserDeleted') return 'deleted';
    const user = existingUser(state);
    switch (event.type) {
      case 'UserProfileChanged': {
        const { firstName, lastName } = event.data;
        return { ...user, firstName: firstName ?? user.firstName, lastName: lastName ?? user.lastName };
      }
      case 'UserPreferencesChanged':
        return { ...user, preferences: event.data.preferences };
      case 'UserRoleAssigned':
        return { ...user, roleId: event.data.roleId };
      case 'AdditionalContextAdded':
        return { ...user, additionalContext: addedTo(user.additionalContext, [event.data.entry]) };
      case 'NonsensitiveUserVariablesChanged':
        return { ...user, nonsensitiveVariables: event.data.variables };
      case 'SensitiveUserVariablesStored':
        return { ...user, sensitiveVariableNames: Object.keys(event.data.variables).sort() };
    }
  },
};

/** @throws DomainError `not_found`. */
export function existingUser(state: UserState): ExistingUser {
  if (typeof state === 'string') throw userNotFound();
  return state;
}

export function userNotFound(): DomainError {
  return new DomainError('not_found', 'There is no user with this id.');
}

function update(user: ExistingUser, command: UpdateUser): readonly UserEvent[] {
  const events: UserEvent[] = [];
  const firstName = changed(user.firstName, command.firstName);
  const lastName = changed(user.lastName, command.lastName);
  if (firstName !== null || lastName !== null) {
    events.push({ type: 'UserProfileChanged', data: { firstName, lastName } });
  }
  const preferences = updatedPreferences(user.preferences, command);
  if (canonicalJson(preferences) !== canonicalJson(user.preferences)) {
    events.push({ type: 'UserPreferencesChanged', data: { preferences } });
  }
  checkAddition(user.additionalContext, command.additionalContext);
  command.additionalContext.forEach((entry, index) => {
    const number = user.additionalContext.entries + index + 1;
    events.push({ type: 'AdditionalContextAdded', data: { number, entry } });
  });
  return events;
}

function setVariables(
  user: ExistingUser,
  { nonsensitive, sensitive }: Omit<SetVariables, 'type'>,
): readonly UserEvent[] {
  const isSame = canonicalJson(nonsensitive) === canonicalJson(user.nonsensitiveVariables);
  const events: UserEvent[] = [];
  if (!isSame) events.push({ type: 'NonsensitiveUserVariablesChanged', data: { variables: nonsensitive } });
  if (sensitive) events.push({ type: 'SensitiveUserVariablesStored', data: { variables: sensitive } });
  return events;
}

function changed(before: string, after: string | null): string | null {
  return after === before ? null : after;
}

function updatedPreferences(before: UserPreferences, command: UpdateUser): UserPreferences {
  const { preferredLanguage, timezone } = command;
  return {
    enableResponseRecommendation: command.enableResponseRecommendation ?? before.enableResponseRecommendation,
    preferredLanguage: preferredLanguage ? preferredLanguage.value : before.preferredLanguage,
    conversationsVisibleToAdmins: command.conversationsVisibleToAdmins ?? before.conversationsVisibleToAdmins,
    userModelVisibleToAdmins: command.userModelVisibleToAdmins ?? before.userModelVisibleToAdmins,
    timezone: timezone ? timezone.value : before.timezone,
    audioKeyterms: command.audioKeyterms ?? before.audioKeyterms,
  };
}
