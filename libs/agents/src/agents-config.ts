import { names, text } from '@svc/config';
import { addressPolicy, OutgoingHttp, outgoingHttpConfig } from '@svc/outgoing-http';
import type { z } from 'zod';
import type { AgentsOptions } from './agents.module.js';

/** The settings of agents; a service spreads `.shape` into its own schema. */
export const agentsConfig = outgoingHttpConfig.extend({
  SVC_SPEECH_VENDOR_A: names()
    .optional()
    .describe('further names that vendor_a, of synthesized speech, has in voices, separated by commas'),
  SVC_SPEECH_VENDOR_B: names()
    .optional()
    .describe('further names that vendor_b, of synthesized speech, has in voices, separated by commas'),
  SVC_REALTIME_SESSIONS: text('must be a name that ends in _realtime')
    .regex(/^\w{1,55}_realtime$/, { error: 'must be a name that ends in _realtime' })
    .optional()
    .describe('the session_provider of a voice beside svc, such as acme_realtime; empty: none'),
});

/** The settings that the module of agents takes. The owner closes `outgoing`, or lets it end with the process. */
export function agentsSettings(
  config: z.infer<typeof agentsConfig>,
): Pick<AgentsOptions, 'outgoing' | 'vendorNames'> {
  const {
    SVC_SPEECH_VENDOR_A: a = [],
    SVC_SPEECH_VENDOR_B: b = [],
    SVC_REALTIME_SESSIONS: realtime,
  } = config;
  return {
    outgoing: new OutgoingHttp({ policy: addressPolicy(config) }),
    vendorNames: { speech: { vendor_a: a, vendor_b: b }, realtime: realtime ?? null },
  };
}
