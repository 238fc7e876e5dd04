import type { SnapshotPolicy } from '@svc/event-store';
import type { JsonObject } from '@svc/kernel';
import type { UserState } from '../domain/user/user.js';

/**
 * Users collect context for years. A snapshot holds none of it, since no decision depends on it, and keeps loading a
 * user short.
 */
export const userSnapshots: SnapshotPolicy<UserState> = {
  every: 50,
  version: 1,
  // A user is made of texts, flags and lists of texts alone.
  toJson: (state) => ({ state: state as JsonObject | string }),
  fromJson: ({ state }) => state as unknown as UserState,
};
