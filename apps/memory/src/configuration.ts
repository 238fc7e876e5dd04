import { names, text } from '@svc/config';
import { defaultRecallers } from '@svc/memory';
import { modelConfig } from '@svc/models';
import { serviceConfig } from '@svc/service-host';

/** What the memory service reads from its environment. */
export const configuration = serviceConfig.extend(modelConfig.shape).extend({
  IDENTITY_ADDRESS: text().describe('gRPC address of the identity service'),
  CONVERSATIONS_ADDRESS: text().describe('gRPC address of the conversations service'),
  WORLD_ADDRESS: text().describe('gRPC address of the world service'),
  SVC_RECALLERS: names()
    .default([...defaultRecallers])
    .describe(
      'names of the certificates that may recall over the network what is known of people, separated by commas',
    ),
});
