import { flag, milliseconds, serviceWordConfig, wholeNumber } from '@svc/config';
import { addressPolicy, outgoingHttpConfig, OutgoingHttp } from '@svc/outgoing-http';
import { z } from 'zod';
import type { WebhooksOptions } from './webhooks-options.js';

/** The settings of webhooks; a service spreads `.shape` into its own schema. */
export const webhooksConfig = z.object({
  ...outgoingHttpConfig.shape,
  ...serviceWordConfig.shape,
  SVC_WEBHOOK_HTTP: flag()
    .default(false)
    .describe('whether webhook destinations may have http URLs, which anybody on the way can read'),
  SVC_WEBHOOK_TIMEOUT_MS: milliseconds({ min: 100, max: 60_000 })
    .default(10_000)
    .describe('longest time for one webhook request, answer included, in ms'),
  SVC_WEBHOOK_REQUESTS: wholeNumber({ min: 1, max: 10_000 })
    .default(512)
    .describe('webhook requests at the same time, of each process'),
  SVC_WEBHOOK_REQUESTS_PER_DESTINATION: wholeNumber({ min: 1, max: 1_000 })
    .default(32)
    .describe('webhook requests to one destination at the same time, of each process'),
});

/** The settings that the module of webhooks takes. The owner closes `outgoing`, or lets it end with the process. */
export function webhooksSettings(
  config: z.infer<typeof webhooksConfig>,
): Omit<WebhooksOptions, 'masterKey' | 'random'> {
  return {
    outgoing: new OutgoingHttp({
      policy: addressPolicy(config),
      idleConnectionsPerHost: config.SVC_WEBHOOK_REQUESTS_PER_DESTINATION,
    }),
    allowsPlain: config.SVC_WEBHOOK_HTTP,
    headerWord: config.SVC_HEADER_WORD,
    requestTimeoutMs: config.SVC_WEBHOOK_TIMEOUT_MS,
    requestsInFlight: config.SVC_WEBHOOK_REQUESTS,
    requestsPerDestination: config.SVC_WEBHOOK_REQUESTS_PER_DESTINATION,
  };
}
