import type { SnapshotPolicy } from '@svc/event-store';
import { userShape } from '../domain/user/user-shape.js';
import type { UserState } from '../domain/user/user.js';

/**
 * Users collect context for years. No decision depends on it, so a snapshot leaves it out, and loading a user stays
 * fast.
 */
export const userSnapshots: SnapshotPolicy<UserState> = { every: 50, shape: userShape };
