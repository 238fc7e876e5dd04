import { wholeNumber } from '@svc/config';
import { defaultHttpLimits } from '@svc/http';
import { z } from 'zod';

/** Far more than a client of people needs; a program that does much for many signs in as each of them. */
const defaultRequestsPerUser = 64;

/** Variables that bound what the gateway serves; an app spreads `.shape` into its own schema. */
export const gatewayConfig = z.object({
  SVC_HTTP_REQUESTS_IN_FLIGHT: wholeNumber({ min: 4, max: 100_000 })
    .default(defaultHttpLimits.requestsInFlight)
    .describe('requests that are served at the same time, streams among them; more are answered 503'),
  SVC_HTTP_REQUESTS_IN_FLIGHT_PER_USER: wholeNumber({ min: 1, max: 100_000 })
    .default(defaultRequestsPerUser)
    .describe('the same of one user; a quarter of all is for requests without sign-in'),
});

export type GatewayConfig = z.infer<typeof gatewayConfig>;

/** Requests that are served at the same time. */
export interface GatewayBounds {
  readonly inAll: number;
  readonly perUser: number;
}

export const defaultGatewayBounds: GatewayBounds = {
  inAll: defaultHttpLimits.requestsInFlight,
  perUser: defaultRequestsPerUser,
};

/** The bounds of a configuration, for `createGateway`. */
export function gatewayBounds(config: GatewayConfig): GatewayBounds {
  return { inAll: config.SVC_HTTP_REQUESTS_IN_FLIGHT, perUser: config.SVC_HTTP_REQUESTS_IN_FLIGHT_PER_USER };
}
