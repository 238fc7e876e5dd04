import { describeEventLog } from '@svc/event-store/contract-suite';
import { webhooksEventTypes } from '../src/adapters/event-types.js';
import { webhooksContext } from '../src/index.js';
import { eventSamples } from './event-samples.js';

describeEventLog({
  migrations: webhooksContext.migrations,
  types: webhooksEventTypes,
  samples: eventSamples,
  protoPackage: 'svc.webhooks.v1',
});
