import { describeEventLog } from '@svc/event-store/contract-suite';
import { agentsEventTypes } from '../src/adapters/event-types.js';
import { agentsMigrations } from '../src/agents-migrations.js';
import { eventSamples } from './event-samples.js';

describeEventLog({
  migrations: agentsMigrations,
  types: agentsEventTypes,
  samples: eventSamples,
  protoPackage: 'svc.agents.v1',
});
