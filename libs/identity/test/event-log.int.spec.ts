import { describeEventLog } from '@svc/event-store/contract-suite';
import { identityEventTypes } from '../src/adapters/event-types.js';
import { identityContext } from '../src/index.js';
import { eventSamples } from './event-samples.js';

describeEventLog({
  migrations: identityContext.migrations,
  types: identityEventTypes,
  samples: eventSamples,
  protoPackage: 'svc.identity.v1',
});
