import type { UserStatistics } from '@svc/contracts/conversations';
import type { User } from '@svc/contracts/identity';
import { fromPreferences } from '../../wire/preferences.js';
import { toWireTime } from '../../wire/times.js';

/** The user object (contract-classic.md 4.3). Without statistics: a user who has never talked. */
export function fromUser(user: User, statistics: UserStatistics | undefined) {
  const lastMessageAtMs = statistics?.lastMessageAtMs;
  return {
    org_id: user.orgId,
    user_id: user.userId,
    first_name: user.firstName,
    last_name: user.lastName,
    email: user.email,
    user_stats: {
      num_conversations: statistics?.numConversations ?? 0,
      num_messages: statistics?.numMessages ?? 0,
      last_message_time: lastMessageAtMs === undefined ? null : toWireTime(lastMessageAtMs),
    },
    role: user.roleId,
    preferences: user.preferences ? fromPreferences(user.preferences) : null,
    nonsensitive_variables: user.nonsensitiveVariables,
    sensitive_variables: user.sensitiveVariableNames,
    // Actions of tools are not built: nobody has access to them.
    enable_actions_access: false,
  };
}
