import { describeTables } from '@svc/event-store/table-contract';
import { enrichmentKeyAggregate } from '../src/application/enrichment-keys.js';
import { worldContext } from '../src/index.js';

describeTables({ migrations: worldContext.migrations, aggregates: [enrichmentKeyAggregate] });
