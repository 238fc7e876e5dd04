import { safeMethods } from '@svc/contracts/safe-methods';
import type { RpcDefinition } from './definition.js';
import { rendezvousPolicy } from './routing/rendezvous-balancer.js';

/** Attempts of one call, the first among them. */
const attempts = 3;

/** Three attempts within about 0.2 s: a connection that was lost is replaced, a service that is away is not waited for. */
const retryPolicy = {
  maxAttempts: attempts,
  initialBackoff: '0.05s',
  maxBackoff: '0.5s',
  backoffMultiplier: 2,
  retryableStatusCodes: ['UNAVAILABLE'],
};

/** While more than half of the latest calls fail nothing is tried again, so that retries never add to an overload. */
const retryThrottling = { maxTokens: 10, tokenRatio: 0.1 };

/**
 * How the calls of a client are made (gRPC's service config, as JSON): what changes nothing is tried again where nobody has
 * answered, what has a routing key goes by it. A refusal that the service itself has sent is never tried again.
 */
export function clientServiceConfig(definition: RpcDefinition, isRouted: boolean): string {
  const name = Object.values(definition)
    .filter(({ path }) => safeMethods.has(path))
    .map(({ path }) => {
      const [, service, method] = path.split('/');
      return { service, method };
    });
  return JSON.stringify({
    loadBalancingConfig: isRouted ? [{ [rendezvousPolicy]: {} }] : [],
    ...(name.length > 0 && { methodConfig: [{ name, retryPolicy }], retryThrottling }),
  });
}
