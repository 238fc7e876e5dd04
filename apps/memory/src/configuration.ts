import { text } from '@svc/config';
import { modelConfig } from '@svc/models';
import { serviceConfig } from '@svc/service-host';

/** What the memory service reads from its environment. */
export const configuration = serviceConfig.extend(modelConfig.shape).extend({
  IDENTITY_ADDRESS: text().describe('gRPC address of the identity service'),
  CONVERSATIONS_ADDRESS: text().describe('gRPC address of the conversations service'),
});
