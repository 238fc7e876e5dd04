import { agentsConfig } from '@svc/agents';
import { serviceConfig } from '@svc/service-host';

/** What the agents service reads from its environment. */
export const configuration = serviceConfig.extend(agentsConfig.shape);
