import { describeEventLog } from '@svc/event-store/contract-suite';
import { agentsEventTypes } from '../src/adapters/event-types.js';
import { agentsContext } from '../src/index.js';
import { eventSamples } from './event-samples.js';

describeEventLog({
  migrations: agentsContext.migrations,
  types: agentsEventTypes,
  samples: eventSamples,
  protoPackage: 'svc.agents.v1',
});
