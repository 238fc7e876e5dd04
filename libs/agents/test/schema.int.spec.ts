import { describeTables } from '@svc/event-store/table-contract';
import { contextGraphAggregate } from '../src/application/context-graphs.js';
import { serviceAggregate } from '../src/application/services.js';
import { agentAggregate } from '../src/application/agents.js';
import { agentsContext } from '../src/index.js';

describeTables({
  migrations: agentsContext.migrations,
  aggregates: [contextGraphAggregate, serviceAggregate, agentAggregate],
});
