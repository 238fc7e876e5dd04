import { describeEventLog } from '@svc/event-store/contract-suite';
import { identityEventTypes } from '../src/adapters/event-types.js';
import { identityMigrations } from '../src/identity-migrations.js';
import { storedEvents } from './stored-events.js';

describeEventLog({
  migrations: identityMigrations,
  types: identityEventTypes,
  samples: storedEvents.map(([event]) => event),
  protoPackage: 'svc.identity.v1',
});
