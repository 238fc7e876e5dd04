import { agentsMigrations, createAgentsModule } from '@svc/agents';
import { createPostgresBlobs } from '@svc/blobs';
import { systemClock, systemIds } from '@svc/runtime';
import { runService, serviceConfig } from '@svc/service-host';

await runService({
  name: 'agents',
  schema: serviceConfig,
  migrations: agentsMigrations,
  create: ({ database }) =>
    createAgentsModule({
      database,
      clock: systemClock,
      ids: systemIds,
      blobs: createPostgresBlobs({ database, schema: 'agents' }),
    }),
});
