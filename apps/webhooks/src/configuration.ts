import { text } from '@svc/config';
import { serviceConfig } from '@svc/service-host';
import { webhooksConfig } from '@svc/webhooks';

/** What the webhooks service reads from its environment. */
export const configuration = serviceConfig.extend(webhooksConfig.shape).extend({
  IDENTITY_ADDRESS: text().describe(
    'gRPC address of the identity service, which is asked for events that Kafka has not brought',
  ),
  AGENTS_ADDRESS: text().describe(
    'gRPC address of the agents service, which is asked for events that Kafka has not brought',
  ),
  MEMORY_ADDRESS: text().describe(
    'gRPC address of the memory service, which is asked for events that Kafka has not brought',
  ),
});
