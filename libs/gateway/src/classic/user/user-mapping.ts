import type { User as UserProto, UserStatistics } from '@svc/contracts/identity';
import { fromPreferences } from '../../wire/preferences.js';
import { sameNames } from '../../wire/same-names.js';
import { shown } from '../../wire/shown.js';
import { toWireTime } from '../../wire/times.js';
import { User } from './user-schemas.js';

export function fromUser(message: UserProto) {
  const { roleId, preferences, sensitiveVariableNames, statistics, ...user } = message;
  return shown(User, {
    ...sameNames(user),
    user_stats: fromStatistics(statistics),
    role: roleId,
    preferences: preferences ? fromPreferences(preferences) : null,
    sensitive_variables: sensitiveVariableNames,
    // Actions of tools are not built, so nobody has access to them.
    enable_actions_access: false,
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
