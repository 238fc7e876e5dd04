import type { User as UserProto, UserStatistics } from '@svc/contracts/identity';
import { fromPreferences } from '../../wire/preferences.js';
import { sameNames } from '../../wire/same-names.js';
import { shown } from '../../wire/shown.js';
import { toWireTime } from '../../wire/times.js';
import { FoundUser, User } from './user-schemas.js';

export function fromUser(message: UserProto) {
  // Actions of tools are not built, so nobody has access to them.
  return shown(User, { ...fromFoundUser(message), enable_actions_access: false });
}

export function fromFoundUser(message: UserProto) {
  const { roleId, preferences, sensitiveVariableNames, statistics, ...user } = message;
  return shown(FoundUser, {
    ...sameNames(user),
    user_stats: fromStatistics(statistics),
    role: roleId,
    preferences: preferences ? fromPreferences(preferences) : null,
    sensitive_variables: sensitiveVariableNames,
  });
}

/** Absent from an identity service of an earlier release. */
function fromStatistics(statistics: UserStatistics | undefined) {
  const lastMessageAtMs = statistics?.lastMessageAtMs;
  return {
    num_conversations: statistics?.numConversations ?? 0,
    num_messages: statistics?.numMessages ?? 0,
    last_message_time: lastMessageAtMs === undefined ? null : toWireTime(lastMessageAtMs),
  };
}
