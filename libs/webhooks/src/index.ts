export { webhooksContext } from './webhooks-context.js';
export { webhooksConfig, webhooksSettings } from './webhooks-config.js';
export type { WebhooksOptions } from './webhooks-options.js';
export { WebhooksModule } from './webhooks.module.js';
