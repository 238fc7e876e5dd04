import { randomBytes } from 'node:crypto';
import { runService } from '@svc/service-host';
import { webhooksContext, WebhooksModule, webhooksSettings } from '@svc/webhooks';
import { configuration } from './configuration.js';

await runService({
  context: webhooksContext,
  schema: configuration,
  eventOwners: ({ IDENTITY_ADDRESS: identity, AGENTS_ADDRESS: agents }) => ({ identity, agents }),
  module: ({ config, masterKey }) =>
    WebhooksModule.register({ ...webhooksSettings(config), masterKey, random: randomBytes }),
});
