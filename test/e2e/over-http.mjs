/**
 * The end-to-end suites that talk HTTP with the product and use the installer's commands, and know nothing of its
 * processes: they pass against the standalone (Jest project `e2e`) and against a process per service (`distributed`).
 */
export const suitesOverHttp = [
  'access',
  'bad-input',
  'conversation',
  'examples',
  'own-definitions',
  'streaming',
  'tenants',
  'text-limits',
];

/**
 * The same, of what follows from events: separate processes exchange events only over Kafka, so that is the tier where
 * these run against a process per service (`kafka`).
 */
export const suitesOverEvents = ['deleted-user', 'memories', 'recall', 'resource-webhooks', 'webhooks'];

/**
 * What `npm test` runs against a process per service: a slice of the first, all of the second, and what only that shape
 * has. `npm run test:distributed` runs all of the first.
 */
export const distributedSlice = [
  ...['e2e/conversation.e2e', 'e2e/examples.e2e', 'e2e/tenants.e2e', 'distributed.spec', 'kafka.spec'],
  ...suitesOverEvents.map((suite) => `e2e/${suite}.e2e`),
];
