import { hostname } from 'node:os';
import { text } from '@svc/config';
import { modelConfig } from '@svc/models';
import { serviceConfig } from '@svc/service-host';

/** What the conversations service reads from its environment. */
export const configuration = serviceConfig.extend(modelConfig.shape).extend({
  IDENTITY_ADDRESS: text().describe('gRPC address of the identity service'),
  AGENTS_ADDRESS: text().describe('gRPC address of the agents service'),
  SVC_INSTANCE: text()
    .default(hostname())
    .describe(
      'name of this instance in the leases of its turns: the same after a restart, unique among the living',
    ),
});
