import { describeTables } from '@svc/event-store/table-contract';
import { destinationAggregate } from '../src/application/destinations.js';
import { repetitionAggregate } from '../src/application/repetitions.js';
import { webhooksContext } from '../src/index.js';

describeTables({
  migrations: webhooksContext.migrations,
  aggregates: [destinationAggregate, repetitionAggregate],
});
