import { randomBytes } from 'node:crypto';
import { agentsContext, AgentsModule, agentsSettings } from '@svc/agents';
import { createPostgresBlobs } from '@svc/blobs';
import { runService } from '@svc/service-host';
import { configuration } from './configuration.js';

await runService({
  context: agentsContext,
  schema: configuration,
  module: ({ config, database, masterKey }) =>
    AgentsModule.register({
      ...agentsSettings(config),
      blobs: createPostgresBlobs({ database, schema: 'agents' }),
      masterKey,
      random: randomBytes,
    }),
});
