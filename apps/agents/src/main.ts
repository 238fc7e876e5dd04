import { randomBytes } from 'node:crypto';
import { agentsContext, AgentsModule } from '@svc/agents';
import { createPostgresBlobs } from '@svc/blobs';
import { runService } from '@svc/service-host';
import { configuration } from './configuration.js';

await runService({
  context: agentsContext,
  schema: configuration,
  module: ({ database, masterKey }) =>
    AgentsModule.register({
      blobs: createPostgresBlobs({ database, schema: 'agents' }),
      masterKey,
      random: randomBytes,
    }),
});
