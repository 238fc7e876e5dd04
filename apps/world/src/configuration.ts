import { names, text } from '@svc/config';
import { serviceConfig } from '@svc/service-host';
import { defaultInferrers, tablesConfig } from '@svc/world';

/** What the world service reads from its environment. */
export const configuration = serviceConfig.extend({
  ...tablesConfig.shape,
  IDENTITY_ADDRESS: text().describe('gRPC address of the identity service'),
  SVC_INFERRERS: names()
    .default([...defaultInferrers])
    .describe(
      'names of the certificates that may record over the network what conversations say of people, separated by commas',
    ),
  AGENTS_ADDRESS: text().describe(
    'gRPC address of the agents service, which is asked for events that Kafka has not brought',
  ),
  CONVERSATIONS_ADDRESS: text().describe(
    'gRPC address of the conversations service, which is asked for events that Kafka has not brought',
  ),
});
