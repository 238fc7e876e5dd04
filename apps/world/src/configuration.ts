import { text } from '@svc/config';
import { serviceConfig } from '@svc/service-host';
import { tablesConfig } from '@svc/world';

/** What the world service reads from its environment. */
export const configuration = serviceConfig.extend({
  ...tablesConfig.shape,
  IDENTITY_ADDRESS: text().describe('gRPC address of the identity service'),
  AGENTS_ADDRESS: text().describe(
    'gRPC address of the agents service, which is asked for events that Kafka has not brought',
  ),
  CONVERSATIONS_ADDRESS: text().describe(
    'gRPC address of the conversations service, which is asked for events that Kafka has not brought',
  ),
});
