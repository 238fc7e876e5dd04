import { agentsMigrations, createAgentsModule } from '@svc/agents';
import { createPostgresBlobs } from '@svc/blobs';
import { systemClock, systemIds } from '@svc/runtime';
import { runService } from '@svc/service-host';
import { configuration } from './configuration.js';

await runService({
  name: 'agents',
  schema: configuration,
  migrations: agentsMigrations,
  create: ({ database }) =>
    createAgentsModule({
      database,
      clock: systemClock,
      ids: systemIds,
      blobs: createPostgresBlobs({ database, schema: 'agents' }),
    }),
});
