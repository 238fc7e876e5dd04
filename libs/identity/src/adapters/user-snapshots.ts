import type { SnapshotPolicy } from '@svc/event-store';
import { userShape } from '../domain/user/user-shape.js';
import type { UserState } from '../domain/user/user.js';

/**
 * Users collect context for years. A snapshot holds none of it, since no decision depends on it, and keeps loading a
 * user short.
 */
export const userSnapshots: SnapshotPolicy<UserState> = { every: 50, shape: userShape };
