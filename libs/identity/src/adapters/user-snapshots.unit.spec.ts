import { describeSnapshots } from '@svc/event-store/snapshot-contract';
import { storedEvents } from '../../test/event-samples.js';
import { userDecider } from '../domain/user/user.js';
import type { UserEvent } from '../domain/user/user-event.js';
import { userSnapshots } from './user-snapshots.js';

const types: readonly string[] = [
  'UserCreated',
  'SensitiveUserVariablesStored',
  'UserProfileChanged',
  'UserPreferencesChanged',
  'AdditionalContextAdded',
  'UserRoleAssigned',
] satisfies UserEvent['type'][];

describeSnapshots({
  of: 'users',
  policy: userSnapshots,
  decider: userDecider,
  histories: [storedEvents.map(([event]) => event).filter(({ type }) => types.includes(type)) as UserEvent[]],
});
