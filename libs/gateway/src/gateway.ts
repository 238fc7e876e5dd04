import { createTokenVerifier } from '@svc/auth';
import { AgentsServiceService } from '@svc/contracts/agents';
import { ConversationsServiceService } from '@svc/contracts/conversations';
import { IdentityServiceService } from '@svc/contracts/identity';
import { createHttpApplication, Overload, type HttpApplication, type HttpLimits } from '@svc/http';
import type { Clock, IdGenerator } from '@svc/kernel';
import { createClient, type RpcConnection, type RpcTls } from '@svc/rpc';
import type { Logger, MetricsRegistry } from '@svc/telemetry';
import type { JSONWebKeySet } from 'jose';
import { AccessCache } from './access/access-cache.js';
import { Authenticator } from './access/authenticator.js';
import { CallersInFlight } from './access/callers-in-flight.js';
import { VerifiedTokens } from './access/verified-tokens.js';
import { absentRoutes } from './absent-routes.js';
import { defaultGatewayBounds, type GatewayBounds } from './gateway-config.js';
import { GatewayModule } from './gateway.module.js';

export interface GatewayOptions {
  /** Where the services listen, as `startRpcServer` says. */
  readonly services: Readonly<Record<'identity' | 'agents' | 'conversations', string>>;
  /** For network addresses. */
  readonly tls?: RpcTls | undefined;
  /** `iss` of our tokens; the same as identity's. */
  readonly issuer: string;
  readonly clock: Clock;
  readonly ids: Pick<IdGenerator, 'uuid'>;
  readonly logger: Logger;
  readonly metrics: MetricsRegistry;
  /** What else this process waits for before it serves; the services are asked in any case. */
  readonly readiness?: () => Promise<readonly string[]> | readonly string[];
  readonly bounds?: GatewayBounds;
  readonly limits?: Partial<HttpLimits>;
}

export type Gateway = HttpApplication;

/** How long `/readyz` waits for a service, in ms. */
const reachableWithinMs = 1_000;

/** The HTTP edge. Connects to the services lazily: they may start later. */
export async function createGateway(options: GatewayOptions): Promise<Gateway> {
  const { services, tls, clock, logger } = options;
  const identity = createClient(IdentityServiceService, services.identity, { tls });
  const agents = createClient(AgentsServiceService, services.agents, { tls });
  const conversations = createClient(ConversationsServiceService, services.conversations, { tls });
  const connections = { identity, agents, conversations };

  const verifier = createTokenVerifier({
    issuer: options.issuer,
    clock,
    fetchKeys: async () => JSON.parse((await identity.getJwks({})).jwksJson) as JSONWebKeySet,
  });
  const accesses = new AccessCache(
    ({ orgId, userId, apiKeyId }, enteredOrgId) =>
      identity.getAccess({ orgId, userId, apiKeyId, enteredOrgId }),
    clock,
  );
  const authenticator = new Authenticator(new VerifiedTokens(verifier, clock), accesses);
  const { inAll, perUser } = options.bounds ?? defaultGatewayBounds;
  const overload = new Overload(logger, options.metrics);
  const callersInFlight = new CallersInFlight({ perUser, anonymous: Math.floor(inAll / 4) }, (bound) =>
    overload.requestRefused(bound),
  );

  const application = await createHttpApplication({
    module: GatewayModule.with({ identity, agents, conversations, accesses, logger }),
    logger,
    metrics: options.metrics,
    newRequestId: () => options.ids.uuid(),
    beforeBody: (request, reply) => {
      const pending = authenticator.admit(request);
      if (pending) return pending.then(() => callersInFlight.enter(request.caller, reply));
      callersInFlight.enter(request.caller, reply);
    },
    readiness: async () => [...(await unreachable(connections)), ...((await options.readiness?.()) ?? [])],
    limits: { ...options.limits, requestsInFlight: inAll },
    absentRoutes,
  });
  return {
    ...application,
    stop: async (graceMs) => {
      await application.stop(graceMs);
      for (const connection of Object.values(connections)) connection.close();
    },
  };
}

async function unreachable(connections: Readonly<Record<string, RpcConnection>>): Promise<readonly string[]> {
  const found = await Promise.all(
    Object.entries(connections).map(([name, connection]) =>
      connection.waitUntilReady(reachableWithinMs).then(
        () => [],
        () => [`${name} is not reachable`],
      ),
    ),
  );
  return found.flat();
}
