import { setTimeout as delay } from 'node:timers/promises';
import type { ClassicClient } from './client.js';

export interface ListedUser {
  readonly user_id: string;
  readonly user_stats: {
    readonly num_conversations: number;
    readonly num_messages: number;
    readonly last_message_time: string | null;
  };
}

export async function listUsers(
  client: ClassicClient,
  query: Readonly<Record<string, string>> = {},
): Promise<readonly ListedUser[]> {
  return (await client.json<{ users: readonly ListedUser[] }>('GET', 'user/', { query })).users;
}

/** Without statistics, which follow from events of conversations. */
export async function listUsersWithoutStatistics(client: ClassicClient): Promise<unknown> {
  return (await listUsers(client)).map(({ user_stats: _statistics, ...user }) => user);
}

/** The user once the list, which follows from events, counts this many of their messages. */
export async function countedUser(
  client: ClassicClient,
  userId: string,
  messages: number,
): Promise<ListedUser> {
  for (;;) {
    const [user] = await listUsers(client, { user_id: userId });
    if (user?.user_stats.num_messages === messages) return user;
    await delay(50);
  }
}
