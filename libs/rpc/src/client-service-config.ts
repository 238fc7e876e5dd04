import { safeMethods } from '@svc/contracts/safe-methods';
import type { RpcDefinition } from './definition.js';
import { rendezvousPolicy } from './routing/rendezvous-balancer.js';

/** Attempts of one call, including the first. */
const attempts = 3;

/** Three attempts within about 0.2 s: enough to replace a lost connection, without waiting for an absent service. */
const retryPolicy = {
  maxAttempts: attempts,
  initialBackoff: '0.05s',
  maxBackoff: '0.5s',
  backoffMultiplier: 2,
  retryableStatusCodes: ['UNAVAILABLE'],
};

/** No retries while more than half of the latest calls fail, so they never add to an overload. */
const retryThrottling = { maxTokens: 10, tokenRatio: 0.1 };

/**
 * How a client's calls are made (gRPC's service config, as JSON). Methods without side effects are retried if there was
 * no response. Calls with a routing key are routed by it. An error that the service itself sent is never retried.
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
