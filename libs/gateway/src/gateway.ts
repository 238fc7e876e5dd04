import { randomInt } from 'node:crypto';
import { createTokenVerifier } from '@svc/auth';
import { AgentsServiceService, DefinitionsServiceService, ToolsServiceService } from '@svc/contracts/agents';
import {
  ConversationsServiceService,
  InsightsServiceService,
  ReplayServiceService,
  SurfacesServiceService,
  WaitsServiceService,
  WorkspaceConversationsServiceService,
} from '@svc/contracts/conversations';
import { IdentityServiceService } from '@svc/contracts/identity';
import { MemoryServiceService } from '@svc/contracts/memory';
import { WebhooksServiceService } from '@svc/contracts/webhooks';
import {
  AnalyticsServiceService,
  AuditServiceService,
  EntityServiceService,
  TablesServiceService,
  WorldServiceService,
} from '@svc/contracts/world';
import type { EventBus } from '@svc/event-bus';
import {
  createHttpApplication,
  type CrossOriginOptions,
  type HttpApplication,
  type HttpLimits,
} from '@svc/http';
import type { Clock, IdGenerator } from '@svc/kernel';
import { createMemoryStore, type RateLimitStore } from '@svc/rate-limits';
import { createClient, type RpcConnection, type RpcTls } from '@svc/rpc';
import type { Logger, Metrics, MetricsRegistry } from '@svc/telemetry';
import type { JSONWebKeySet } from 'jose';
import { AccessCache } from './access/access-cache.js';
import { Admission } from './access/admission.js';
import { forgetChangedAccesses } from './access/forget-changed-accesses.js';
import { Authenticator } from './access/authenticator.js';
import { sharersOf, sharersOfUser } from './access/sharers.js';
import { VerifiedTokens } from './access/verified-tokens.js';
import { WorkspaceAccessCache } from './access/workspace-access-cache.js';
import { WorkspaceAuthenticator, type OnVerified } from './access/workspace-authenticator.js';
import { absentRoutes } from './absent-routes.js';
import { gatewayRoutes } from './controllers.js';
import { defaultGatewayBounds, defaultRateLimits, quarterOf, type GatewayBounds } from './gateway-config.js';
import { GatewayModule } from './gateway.module.js';
import { EventStreams } from './platform/event-stream/event-streams.js';
import { idSteps } from './platform/event-stream/recent-events.js';
import { tellWorkspaces } from './platform/event-stream/tell-workspaces.js';
import { systemTimers } from './platform/socket/system-timers.js';
import { Sockets } from './platform/socket/sockets.js';
import type { Region } from './platform/region/region-table.js';
import { RateLimits, type RateLimitSettings } from './limits/rate-limits.js';
import { RequestCounts } from './limits/request-counts.js';

export interface GatewayOptions {
  /** The addresses of the services, in the form of `startRpcServer`. */
  readonly services: Readonly<
    Record<'identity' | 'agents' | 'conversations' | 'memory' | 'webhooks' | 'world', string>
  >;
  /** For network addresses. */
  readonly tls?: RpcTls | undefined;
  /** `iss` of our tokens; the same as identity's. */
  readonly issuer: string;
  /**
   * Delivers identity's events, so a change made through another gateway is seen at once. Without it, or during its
   * outage, a change is seen within 5 s.
   */
  readonly bus?: Pick<EventBus, 'tail'> | undefined;
  readonly clock: Clock;
  readonly ids: Pick<IdGenerator, 'uuid'>;
  readonly logger: Logger;
  readonly metrics: MetricsRegistry;
  /**
   * What this process waits for before it serves. It does not wait for services: routes that don't need an absent
   * service work.
   */
  readonly readiness?: () => Promise<readonly string[]> | readonly string[];
  readonly bounds?: GatewayBounds;
  /** Limits per minute beyond those that routes declare. */
  readonly rateLimits?: RateLimitSettings;
  /** Where requests are counted; the gateway closes it. By default the memory of this process. */
  readonly rateLimitStore?: RateLimitStore | undefined;
  /** Addresses and ranges of proxies that are trusted to name the client address. */
  readonly trustedProxies?: readonly string[];
  /** Origins of pages that may use the API from a browser; `*` for all. */
  readonly crossOrigins?: readonly string[];
  /** Base URLs of the installations of all regions, including this one. */
  readonly regions?: readonly Region[];
  readonly limits?: Partial<HttpLimits>;
}

export type Gateway = HttpApplication;

/** The HTTP edge. Connects to the services lazily: they may start later and go away at times. */
export async function createGateway(options: GatewayOptions): Promise<Gateway> {
  const { services, tls, clock, logger } = options;
  const identity = createClient(IdentityServiceService, services.identity, { tls });
  const agents = createClient(AgentsServiceService, services.agents, { tls });
  const definitions = createClient(DefinitionsServiceService, services.agents, { tls });
  const tools = createClient(ToolsServiceService, services.agents, { tls });
  const conversations = createClient(ConversationsServiceService, services.conversations, {
    tls,
    routeBy: conversationOf,
  });
  const workspaceConversations = createClient(WorkspaceConversationsServiceService, services.conversations, {
    tls,
    routeBy: conversationOf,
  });
  const insights = createClient(InsightsServiceService, services.conversations, { tls });
  const replays = createClient(ReplayServiceService, services.conversations, { tls });
  const waits = createClient(WaitsServiceService, services.conversations, { tls });
  const surfaces = createClient(SurfacesServiceService, services.conversations, { tls });
  const memory = createClient(MemoryServiceService, services.memory, { tls });
  const webhooks = createClient(WebhooksServiceService, services.webhooks, { tls });
  const world = createClient(WorldServiceService, services.world, { tls });
  const tables = createClient(TablesServiceService, services.world, { tls });
  const analytics = createClient(AnalyticsServiceService, services.world, { tls });
  const entities = createClient(EntityServiceService, services.world, { tls });
  const audit = createClient(AuditServiceService, services.world, { tls });
  const ofContexts = { identity, agents, conversations, memory, webhooks, world };
  observeReachability(options.metrics, ofContexts);
  const connections = {
    ...{ ...ofContexts, definitions, tools, insights, replays, waits, surfaces, workspaceConversations },
    ...{ analytics, audit, entities, tables },
  };

  const verifier = createTokenVerifier({
    issuer: options.issuer,
    clock,
    fetchKeys: async () => JSON.parse((await identity.getJwks({})).jwksJson) as JSONWebKeySet,
  });
  const workspaceAccesses = new WorkspaceAccessCache(identity, clock);
  const accesses = new AccessCache(
    ({ orgId, userId, apiKeyId }, enteredOrgId) =>
      identity.getAccess({ orgId, userId, apiKeyId, enteredOrgId }),
    clock,
    // Workspaces depend on the users of their organization.
    (orgId) => workspaceAccesses.forget({ orgId }),
  );
  const { bus, metrics } = options;
  const eventStreams = new EventStreams({
    now: () => clock.now(),
    idStep: randomInt(idSteps),
    onUnreadable: (error, { type, conversationId }) =>
      logger.error('an event can not be told', { error, type, conversationId }),
  });
  const tokens = new VerifiedTokens(verifier, clock);
  const { inAll, ...ofSharers } = options.bounds ?? defaultGatewayBounds;
  const bounds = { ...ofSharers, anonymous: quarterOf(inAll) };
  const onVerified: OnVerified = ({ place }, claims) => place?.admit(sharersOfUser(claims, bounds));
  const workspaces = new WorkspaceAuthenticator(tokens, workspaceAccesses, onVerified);
  const authenticator = new Authenticator(tokens, accesses, workspaces, onVerified);

  const store = options.rateLimitStore ?? createMemoryStore();
  const counts = new RequestCounts(store, clock, logger, metrics);
  const rateLimits = new RateLimits(counts, options.rateLimits ?? defaultRateLimits, clock, metrics);
  const admission = new Admission({ authenticator, limits: rateLimits });

  const sockets = new Sockets({
    ...{ workspaces, limits: rateLimits, conversations: workspaceConversations, ids: options.ids },
    ...{ logger, metrics, timers: systemTimers(clock), sharers: bounds },
    crossOrigins: options.crossOrigins ?? [],
  });
  const tails = bus && [
    forgetChangedAccesses({ bus, accesses, workspaceAccesses, logger, metrics }),
    tellWorkspaces({ bus, streams: toStreamsAndSockets(eventStreams, sockets), logger, metrics }),
  ];
  const { regions = [] } = options;
  const application = await createHttpApplication({
    module: GatewayModule.with({
      ...connections,
      ...{ accesses, workspaceAccesses, workspaces, eventStreams, regions, logger },
    }),
    logger,
    metrics,
    newRequestId: () => options.ids.uuid(),
    beforeBody: (request, reply) => admission.admit(request, reply),
    sharersOf: (request) => sharersOf(request, bounds),
    readiness: () => options.readiness?.() ?? [],
    limits: { ...options.limits, requestsInFlight: inAll },
    absentRoutes,
    upgrades: sockets,
    rewriteUrl: withVersion,
    trustedProxies: options.trustedProxies ?? [],
    crossOrigin: crossOriginOf(options.crossOrigins ?? []),
  });
  return {
    ...application,
    stop: async (graceMs) => {
      eventStreams.stop();
      await Promise.all([sockets.stop(graceMs), application.stop(graceMs)]);
      await Promise.all(tails?.map((tail) => tail.stop()) ?? []);
      for (const connection of Object.values(connections)) connection.close();
      await store.close();
    },
  };
}

/** What happens by itself in a conversation is told on its socket too. */
function toStreamsAndSockets(streams: EventStreams, sockets: Sockets): Pick<EventStreams, 'take'> {
  return {
    take: (workspaceId, event) => {
      streams.take(workspaceId, event);
      if (event.type === 'text.agent_message' || event.type === 'text.completed')
        sockets.wake(workspaceId, event.conversationId);
    },
  };
}

/** Links to forms are given out without the version of the interface, so that they are short. */
export function withVersion(url: string): string {
  return url.replace(/^\/+s\//, '/v1/s/');
}

/** Undefined if no page of another origin may use the API. */
function crossOriginOf(origins: readonly string[]): CrossOriginOptions | undefined {
  if (origins.length === 0) return undefined;
  const declared = gatewayRoutes.flatMap(({ request }) => Object.keys(request.headers?.shape ?? {}));
  const ofAll = ['authorization', 'content-type', 'traceparent', 'x-org-id', 'x-request-id'];
  return { origins, requestHeaders: [...new Set([...ofAll, ...declared])].sort() };
}

/** With several instances of conversations, each conversation goes to the one that may have it in memory (ADR 12). */
function conversationOf(request: unknown): string | undefined {
  return (request as { readonly conversationId?: string }).conversationId;
}

function observeReachability(metrics: Metrics, connections: Readonly<Record<string, RpcConnection>>): void {
  metrics.gauge({
    name: 'rpc_service_reachable',
    description: '0 while a service is away: what needs it is answered 503.',
    observe: () =>
      Object.entries(connections).map(([service, connection]) => ({
        value: connection.isReachable() ? 1 : 0,
        labels: { service },
      })),
  });
}
