import { describeEventLog } from '@svc/event-store/contract-suite';
import { identityEventTypes } from '../src/adapters/event-types.js';
import { identityContext } from '../src/index.js';
import { storedEvents } from './stored-events.js';

describeEventLog({
  migrations: identityContext.migrations,
  types: identityEventTypes,
  samples: storedEvents.map(([event]) => event),
  protoPackage: 'svc.identity.v1',
});
