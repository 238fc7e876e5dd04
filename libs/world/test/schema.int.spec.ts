import { describeTables } from '@svc/event-store/table-contract';
import { conversationActivityAggregate, knownDefinitionAggregate } from '../src/application/activities.js';
import { enrichmentKeyAggregate } from '../src/application/enrichment-keys.js';
import { worldContext } from '../src/index.js';

describeTables({
  migrations: worldContext.migrations,
  aggregates: [enrichmentKeyAggregate, conversationActivityAggregate, knownDefinitionAggregate],
});
