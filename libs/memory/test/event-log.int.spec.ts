import { describeEventLog } from '@svc/event-store/contract-suite';
import { memoryEventTypes } from '../src/adapters/event-types.js';
import { memoryContext } from '../src/index.js';
import { eventSamples } from './event-samples.js';

describeEventLog({
  migrations: memoryContext.migrations,
  types: memoryEventTypes,
  samples: eventSamples,
  protoPackage: 'svc.memory.v1',
});
