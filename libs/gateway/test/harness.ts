import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import {
  formatWorkspaceKey,
  formatWorkspaceKeyId,
  permissionNames,
  signToken,
  workspacePermissionNames,
  type PermissionName,
  type WorkspacePermission,
} from '@svc/auth';
import { AgentsServiceService, DefinitionsServiceService, ToolsServiceService } from '@svc/contracts/agents';
import {
  ConversationsServiceService,
  InsightsServiceService,
  ReplayServiceService,
  SurfacesServiceService,
  WaitsServiceService,
  WorkspaceConversationsServiceService,
} from '@svc/contracts/conversations';
import { WebhooksServiceService } from '@svc/contracts/webhooks';
import {
  AnalyticsServiceService,
  AuditServiceService,
  EntityServiceService,
  TablesServiceService,
  WorldServiceService,
} from '@svc/contracts/world';
import {
  IdentityServiceService,
  type GetAccessResponse,
  type WorkspaceAccess,
} from '@svc/contracts/identity';
import { MemoryServiceService } from '@svc/contracts/memory';
import type { EventBus } from '@svc/event-bus';
import type { HttpLimits } from '@svc/http';
import {
  createSocketFolder,
  service,
  startRpcServer,
  type AnyRpcMethod,
  type Handlers,
  type RpcDefinition,
  type RpcServer,
} from '@svc/rpc';
import { createMetrics, silentLogger, type Logger } from '@svc/telemetry';
import { gatewayRoutes } from '../src/controllers.js';
import { createGateway, type Gateway, type GatewayBounds, type GatewayOptions } from '../src/index.js';
import { AnswerCheck } from './answer-check.js';

export const issuer = 'https://svc.test';
const kid = 'key-1';
export const keyPair = generateKeyPairSync('ed25519');
export const jwk = { ...keyPair.publicKey.export({ format: 'jwk' }), kid, alg: 'EdDSA', use: 'sig' };

export type IdentityScript = Partial<Handlers<typeof IdentityServiceService>>;
export type AgentsScript = Partial<Handlers<typeof AgentsServiceService>>;
export type DefinitionsScript = Partial<Handlers<typeof DefinitionsServiceService>>;
export type ToolsScript = Partial<Handlers<typeof ToolsServiceService>>;
export type ConversationsScript = Partial<Handlers<typeof ConversationsServiceService>>;
export type WorkspaceConversationsScript = Partial<Handlers<typeof WorkspaceConversationsServiceService>>;
export type InsightsScript = Partial<Handlers<typeof InsightsServiceService>>;
export type ReplaysScript = Partial<Handlers<typeof ReplayServiceService>>;
export type WaitsScript = Partial<Handlers<typeof WaitsServiceService>>;
export type SurfacesScript = Partial<Handlers<typeof SurfacesServiceService>>;
export type MemoryScript = Partial<Handlers<typeof MemoryServiceService>>;
export type WebhooksScript = Partial<Handlers<typeof WebhooksServiceService>>;
export type EntitiesScript = Partial<Handlers<typeof EntityServiceService>>;
export type WorldScript = Partial<Handlers<typeof WorldServiceService>>;
export type TablesScript = Partial<Handlers<typeof TablesServiceService>>;
export type AnalyticsScript = Partial<Handlers<typeof AnalyticsServiceService>>;
export type AuditScript = Partial<Handlers<typeof AuditServiceService>>;

export interface Script {
  readonly identity?: IdentityScript;
  readonly agents?: AgentsScript;
  readonly definitions?: DefinitionsScript;
  readonly tools?: ToolsScript;
  readonly conversations?: ConversationsScript;
  readonly workspaceConversations?: WorkspaceConversationsScript;
  readonly insights?: InsightsScript;
  readonly replays?: ReplaysScript;
  readonly waits?: WaitsScript;
  readonly surfaces?: SurfacesScript;
  readonly memory?: MemoryScript;
  readonly webhooks?: WebhooksScript;
  readonly world?: WorldScript;
  readonly analytics?: AnalyticsScript;
  readonly tables?: TablesScript;
  readonly entities?: EntitiesScript;
  readonly audit?: AuditScript;
  readonly limits?: Partial<HttpLimits>;
  readonly bounds?: GatewayBounds;
  /** None, unless the test is about them. */
  readonly rateLimits?: GatewayOptions['rateLimits'];
  readonly rateLimitStore?: GatewayOptions['rateLimitStore'];
  readonly trustedProxies?: readonly string[];
  readonly crossOrigins?: readonly string[];
  readonly regions?: GatewayOptions['regions'];
  readonly logger?: Logger;
  readonly bus?: Pick<EventBus, 'tail'>;
}

const withoutRateLimits = { overrides: new Map([['*', Infinity]]), failedAuthentications: Infinity };

/** The access of the tests' user: everything is granted, without conditions. */
export function accessWith(permissions: readonly PermissionName[] = permissionNames): GetAccessResponse {
  return {
    active: true,
    roleId: 'role-1',
    roleName: 'DefaultAdministratorRole',
    displayName: 'Ada',
    withOwnKey: true,
    grants: permissions.map((permissionName) => ({ permissionName, conditions: {} })),
  };
}

export const workspaceId = 'c56a4180-65aa-42ec-a945-5fd21dec0538';
/** A well-formed key; the test's identity decides whether it exists. */
export const workspaceKey = formatWorkspaceKey(
  formatWorkspaceKeyId(Buffer.alloc(12, 1)),
  Buffer.alloc(32, 2),
);
export const bearsWorkspaceKey = { authorization: `Bearer ${workspaceKey}` };

/** The access of a credential in the workspace of the tests. */
export function workspaceAccessWith(
  permissions: readonly WorkspacePermission[] = workspacePermissionNames,
  workspace = workspaceId,
): WorkspaceAccess {
  const credentialId = '0c2e28ba-2fa1-4d2e-883f-0016d3cca427';
  return {
    workspaceId: workspace,
    orgId: 'demo',
    credentialId,
    permissions: [...permissions],
    responsibleUserIds: [],
  };
}

export interface TokenOptions {
  readonly orgId?: string;
  readonly userId?: string;
  readonly expiresInMs?: number;
  readonly kid?: string;
  readonly key?: KeyObject;
  readonly issuer?: string;
}

/**
 * A real gateway in front of real RPC servers that the test scripts. `stop` fails the suite if a response differed from
 * its route's declaration.
 */
export async function startTestGateway(script: Script = {}) {
  const clock = { nowMs: Date.UTC(2026, 10, 21), now: () => clock.nowMs };
  const folder = createSocketFolder(`gateway-test-${process.pid}-${Math.floor(performance.now() * 1000)}`);
  const servers = new Map<string, RpcServer>();
  const start = async (name: string, ...services: ReturnType<typeof service>[]): Promise<string> => {
    const server = await startRpcServer({
      address: folder.address(name),
      services,
      logger: silentLogger,
    });
    servers.set(name, server);
    return server.address;
  };
  const identity: IdentityScript = {
    getJwks: () => Promise.resolve({ jwksJson: JSON.stringify({ keys: [jwk] }) }),
    getAccess: () => Promise.resolve(accessWith()),
    getWorkspaceKeyAccess: () => Promise.resolve(workspaceKeyAccess()),
    getWorkspaceUserAccess: ({ workspaceId: asked }) =>
      Promise.resolve({ access: workspaceAccessWith(undefined, asked) }),
    ...script.identity,
  };
  const metrics = createMetrics();
  const gateway: Gateway = await createGateway({
    services: {
      identity: await start('identity', scripted(IdentityServiceService, identity)),
      agents: await start(
        'agents',
        scripted(AgentsServiceService, script.agents ?? {}),
        scripted(DefinitionsServiceService, script.definitions ?? {}),
        scripted(ToolsServiceService, script.tools ?? {}),
      ),
      webhooks: await start('webhooks', scripted(WebhooksServiceService, script.webhooks ?? {})),
      world: await start(
        'world',
        scripted(WorldServiceService, script.world ?? {}),
        scripted(AnalyticsServiceService, script.analytics ?? {}),
        scripted(TablesServiceService, script.tables ?? {}),
        scripted(EntityServiceService, script.entities ?? {}),
        scripted(AuditServiceService, script.audit ?? {}),
      ),
      conversations: await start(
        'conversations',
        scripted(ConversationsServiceService, script.conversations ?? {}),
        scripted(WorkspaceConversationsServiceService, script.workspaceConversations ?? {}),
        scripted(InsightsServiceService, script.insights ?? {}),
        scripted(ReplayServiceService, script.replays ?? {}),
        scripted(WaitsServiceService, script.waits ?? {}),
        scripted(SurfacesServiceService, script.surfaces ?? {}),
      ),
      memory: await start('memory', scripted(MemoryServiceService, script.memory ?? {})),
    },
    issuer,
    clock,
    ids: { uuid: () => crypto.randomUUID() },
    logger: script.logger ?? silentLogger,
    metrics,
    bus: script.bus,
    rateLimits: script.rateLimits ?? withoutRateLimits,
    rateLimitStore: script.rateLimitStore,
    trustedProxies: script.trustedProxies ?? [],
    crossOrigins: script.crossOrigins ?? [],
    regions: script.regions ?? [],
    ...(script.limits && { limits: script.limits }),
    ...(script.bounds && { bounds: script.bounds }),
  });
  const answers = new AnswerCheck(gatewayRoutes);
  answers.watch(gateway.fastify.server);
  const url = await gateway.listen(0, '127.0.0.1');

  const token = (options: TokenOptions = {}): Promise<string> =>
    signToken(
      {
        orgId: options.orgId ?? 'demo',
        userId: options.userId ?? 'user-1',
        apiKeyId: 'api-key-1',
        issuedAtMs: clock.nowMs - 1_000,
        expiresAtMs: clock.nowMs + (options.expiresInMs ?? 3_600_000),
      },
      options.issuer ?? issuer,
      { kid: options.kid ?? kid, privateKey: options.key ?? keyPair.privateKey },
    );
  const bearer = async (options?: TokenOptions) => ({ authorization: `Bearer ${await token(options)}` });

  /** A signed-in request; a body that is neither form nor string is sent as JSON. */
  const call = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const asIs = body === undefined || typeof body === 'string' || body instanceof FormData;
    const json: Record<string, string> =
      body instanceof FormData || body === undefined ? {} : { 'content-type': 'application/json' };
    return fetch(`${url}${path}`, {
      method,
      headers: { ...(await bearer()), ...json, ...headers },
      ...(body === undefined ? {} : { body: asIs ? body : JSON.stringify(body) }),
    });
  };
  const stop = async (): Promise<void> => {
    await gateway.stop(0);
    for (const server of servers.values()) await server.stop(0);
    folder.remove();
    answers.assertAllAsDeclared();
  };
  const stopService = (name: string): Promise<void> | undefined => servers.get(name)?.stop(0);
  return {
    gateway,
    url,
    metrics,
    stopService,
    port: Number(new URL(url).port),
    clock,
    token,
    bearer,
    call,
    stop,
  };
}

export type TestGateway = Awaited<ReturnType<typeof startTestGateway>>;

/** The access of the tests' workspace key. */
export function workspaceKeyAccess(permissions?: readonly WorkspacePermission[]) {
  return { access: workspaceAccessWith(permissions), keyId: 'k', name: undefined, expiresAtMs: 1e15 };
}

/** Methods that the test does not define fail. */
function scripted<Definition extends RpcDefinition>(
  definition: Definition,
  script: Partial<Handlers<Definition>>,
) {
  const unscripted = Object.entries<AnyRpcMethod>(definition).map(([name, method]) => [
    name,
    () => {
      throw new Error(`${method.path} was not expected`);
    },
  ]);
  return service(definition, { ...(Object.fromEntries(unscripted) as Handlers<Definition>), ...script });
}
