import { randomBytes } from 'node:crypto';
import { runService } from '@svc/service-host';
import { webhooksContext, WebhooksModule, webhooksSettings } from '@svc/webhooks';
import { configuration } from './configuration.js';

await runService({
  context: webhooksContext,
  schema: configuration,
  eventOwners: ({ IDENTITY_ADDRESS: identity, AGENTS_ADDRESS: agents, MEMORY_ADDRESS: memory }) => ({
    identity,
    agents,
    memory,
  }),
  module: ({ config, masterKey }) =>
    WebhooksModule.register({ ...webhooksSettings(config), masterKey, random: randomBytes }),
});
