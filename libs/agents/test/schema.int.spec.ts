import { describeTables } from '@svc/event-store/table-contract';
import { definitionAggregates } from '../src/application/definition-aggregates.js';
import { agentsContext } from '../src/index.js';

describeTables({ migrations: agentsContext.migrations, aggregates: definitionAggregates.slice(0, 1) });
