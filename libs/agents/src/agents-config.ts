import { addressPolicy, OutgoingHttp, outgoingHttpConfig } from '@svc/outgoing-http';
import type { z } from 'zod';
import type { AgentsOptions } from './agents.module.js';

/** The settings of agents; a service spreads `.shape` into its own schema. */
export const agentsConfig = outgoingHttpConfig;

/** The settings that the module of agents takes. The owner closes `outgoing`, or lets it end with the process. */
export function agentsSettings(config: z.infer<typeof agentsConfig>): Pick<AgentsOptions, 'outgoing'> {
  return { outgoing: new OutgoingHttp({ policy: addressPolicy(config) }) };
}
