import { describeEventLog } from '@svc/event-store/contract-suite';
import { {{context}}EventTypes } from '../src/adapters/event-types.js';
import { {{context}}Context } from '../src/index.js';
import { eventSamples } from './event-samples.js';

describeEventLog({
  migrations: {{context}}Context.migrations,
  types: {{context}}EventTypes,
  samples: eventSamples,
  protoPackage: 'svc.{{context}}.v1',
});
