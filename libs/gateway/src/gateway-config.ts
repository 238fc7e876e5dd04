import { addressRanges, origins, text, wholeNumber } from '@svc/config';
import { defaultHttpLimits, type HttpLimits } from '@svc/http';
import { z } from 'zod';
import { gatewayRoutes } from './controllers.js';
import { noOverrides, parseLimitOverrides } from './limits/limit-overrides.js';
import { parseRegionTable, type Region } from './platform/region/region-table.js';
import { socketLimits } from './platform/socket/socket-limits.js';
import type { RateLimitSettings } from './limits/rate-limits.js';

/** Far more than a client of people needs. A program that acts for many people signs in as each of them. */
const defaultRequestsPerUser = 64;

/** More than a building behind one address sends by mistake. This rate is far too low to guess keys and tokens. */
const defaultFailedAuthentications = 300;

const limited = [...gatewayRoutes, ...Object.values(socketLimits).flatMap((of) => [of.opening, of.message])];

/** Overrides of the declared limits, as text (`parseLimitOverrides`). */
function limitOverrides() {
  return text().superRefine((value, context) => {
    const overrides = parseLimitOverrides(value, limited);
    if (typeof overrides === 'string') context.addIssue({ code: 'custom', message: overrides });
  });
}

/** Regions and their base URLs, as a JSON object. */
function regionTable() {
  return text().transform((value, context): readonly Region[] => {
    const regions = parseRegionTable(value);
    if (typeof regions !== 'string') return regions;
    context.addIssue({ code: 'custom', message: regions });
    return z.NEVER;
  });
}

/** Variables that limit what the gateway serves; an app spreads `.shape` into its own schema. */
export const gatewayConfig = z.object({
  SVC_HTTP_REQUESTS_IN_FLIGHT: wholeNumber({ min: 4, max: 100_000 })
    .default(defaultHttpLimits.requestsInFlight)
    .describe('requests that are served at the same time, streams among them; more are answered 503'),
  SVC_HTTP_REQUESTS_IN_FLIGHT_PER_USER: wholeNumber({ min: 1, max: 100_000 })
    .default(defaultRequestsPerUser)
    .describe('the same of one user or workspace key; more are answered 429'),
  SVC_HTTP_REQUESTS_IN_FLIGHT_PER_ORGANIZATION: wholeNumber({ min: 1, max: 100_000 })
    .optional()
    .describe(
      'the same of all users and workspace keys of one organization; more are answered 429; without, a quarter of all, as for requests without sign-in',
    ),
  SVC_HTTP_CONNECTIONS: wholeNumber({ min: 4, max: 1_000_000 })
    .default(defaultHttpLimits.connections)
    .describe(
      'open connections, idle ones included, and at most as many as the system lets the process open; more are closed at once',
    ),
  SVC_HTTP_CONNECTIONS_PER_ADDRESS: wholeNumber({ min: 1, max: 1_000_000 })
    .default(defaultHttpLimits.connectionsPerAddress)
    .describe('the same of one address; proxies of SVC_TRUSTED_PROXIES are not bounded'),
  SVC_RATE_LIMITS: limitOverrides()
    .optional()
    .describe(
      'requests per minute in place of the documented ones: {"POST /v1/{org}/conversation/": 60}, with routes as in /v1/openapi.json; "*" is for all others',
    ),
  SVC_FAILED_AUTHENTICATIONS: wholeNumber({ min: 1, max: 1_000_000_000 })
    .default(defaultFailedAuthentications)
    .describe('requests per minute of one address whose credential is refused; more are answered 429'),
  SVC_TRUSTED_PROXIES: addressRanges()
    .optional()
    .describe(
      'proxies whose X-Forwarded-For names the address that a request is counted for, such as 10.0.0.0/8, separated by commas; without, it is the peer',
    ),
  SVC_REGIONS: regionTable()
    .optional()
    .describe(
      'the regions of the service and their base URLs, which everybody may read at /v1/platform/regions: {"us-east-1": "https://api.example.com"}; without, none are told',
    ),
  SVC_CORS_ORIGINS: origins()
    .optional()
    .describe(
      'origins whose pages in browsers may use the API, such as https://app.example.com, separated by commas, or * for all; without, none may',
    ),
});

export type GatewayConfig = z.infer<typeof gatewayConfig>;

/** Concurrent requests. */
export interface GatewayBounds {
  readonly inAll: number;
  readonly perUser: number;
  readonly perOrganization: number;
}

export const defaultGatewayBounds: GatewayBounds = {
  inAll: defaultHttpLimits.requestsInFlight,
  perUser: defaultRequestsPerUser,
  perOrganization: quarterOf(defaultHttpLimits.requestsInFlight),
};

/** What one organization may take of the process, and people who are not signed in. */
export function quarterOf(inAll: number): number {
  return Math.floor(inAll / 4);
}

/** The bounds in a configuration, for `createGateway`. */
export function gatewayBounds(config: GatewayConfig): {
  readonly bounds: GatewayBounds;
  readonly limits: Partial<HttpLimits>;
} {
  const inAll = config.SVC_HTTP_REQUESTS_IN_FLIGHT;
  return {
    bounds: {
      inAll,
      perUser: config.SVC_HTTP_REQUESTS_IN_FLIGHT_PER_USER,
      perOrganization: config.SVC_HTTP_REQUESTS_IN_FLIGHT_PER_ORGANIZATION ?? quarterOf(inAll),
    },
    limits: {
      connections: config.SVC_HTTP_CONNECTIONS,
      connectionsPerAddress: config.SVC_HTTP_CONNECTIONS_PER_ADDRESS,
    },
  };
}

export const defaultRateLimits: RateLimitSettings = {
  overrides: noOverrides,
  failedAuthentications: defaultFailedAuthentications,
};

/** The rate limits, trusted proxies, origins and regions of a configuration, for `createGateway`. */
export function gatewayAudience(config: GatewayConfig): {
  readonly rateLimits: RateLimitSettings;
  readonly trustedProxies: readonly string[];
  readonly crossOrigins: readonly string[];
  readonly regions: readonly Region[];
} {
  const overrides = parseLimitOverrides(config.SVC_RATE_LIMITS ?? '{}', limited);
  return {
    rateLimits: {
      // Checked when the configuration was read.
      overrides: typeof overrides === 'string' ? noOverrides : overrides,
      failedAuthentications: config.SVC_FAILED_AUTHENTICATIONS,
    },
    trustedProxies: addressesOf(config.SVC_TRUSTED_PROXIES),
    crossOrigins: config.SVC_CORS_ORIGINS ?? [],
    regions: config.SVC_REGIONS ?? [],
  };
}

function addressesOf(ranges = ''): readonly string[] {
  return ranges
    .split(',')
    .map((range) => range.trim())
    .filter((range) => range !== '');
}
