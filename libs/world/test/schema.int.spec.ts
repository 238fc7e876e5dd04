import { describeTables } from '@svc/event-store/table-contract';
import { worldAggregates } from '../src/application/world-aggregates.js';
import { worldContext } from '../src/index.js';

describeTables({ migrations: worldContext.migrations, aggregates: worldAggregates });
