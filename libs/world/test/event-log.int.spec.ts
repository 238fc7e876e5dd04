import { describeEventLog } from '@svc/event-store/contract-suite';
import { worldEventTypes } from '../src/adapters/event-types.js';
import { worldContext } from '../src/index.js';
import { eventSamples } from './event-samples.js';

describeEventLog({
  migrations: worldContext.migrations,
  types: worldEventTypes,
  samples: eventSamples,
  protoPackage: 'svc.world.v1',
});
