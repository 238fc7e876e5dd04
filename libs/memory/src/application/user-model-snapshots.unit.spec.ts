import { describeSnapshots } from '@svc/event-store/snapshot-contract';
import { eventSamples } from '../../test/event-samples.js';
import { userModelDecider } from '../domain/user-model/user-model-decider.js';
import { userModelAggregate } from './user-models.js';

describeSnapshots({
  of: 'user models',
  policy: userModelAggregate.snapshots!,
  decider: userModelDecider,
  histories: [eventSamples.filter((event) => event.type === 'UserModelUpdated')],
});
