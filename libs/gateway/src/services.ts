import type {
  AgentsServiceService,
  DefinitionsServiceService,
  ToolsServiceService,
} from '@svc/contracts/agents';
import type {
  ConversationsServiceService,
  InsightsServiceService,
  ReplayServiceService,
  SurfacesServiceService,
  WaitsServiceService,
  WorkspaceConversationsServiceService,
} from '@svc/contracts/conversations';
import type { IdentityServiceService } from '@svc/contracts/identity';
import type { MemoryServiceService } from '@svc/contracts/memory';
import type { WebhooksServiceService } from '@svc/contracts/webhooks';
import type {
  AnalyticsServiceService,
  AuditServiceService,
  TablesServiceService,
  EntityServiceService,
  WorldServiceService,
} from '@svc/contracts/world';
import type { RpcClient } from '@svc/rpc';

/** A proto with every field named, optional ones too: a forgotten field does not compile. */
export type Complete<Message> = { [Key in keyof Required<Message>]: Message[Key] };

/** What a value has beyond a message: TypeScript does not look for it in a spread. */
type Beyond<Given, Message> = { readonly [Key in Exclude<keyof Given, keyof Message>]: never };

type CompleteRequests<Client> = {
  readonly [Name in keyof Client]: Client[Name] extends (
    request: infer Request,
    ...rest: infer Rest
  ) => infer Answer
    ? <Given extends Complete<Request>>(request: Given & Beyond<Given, Request>, ...rest: Rest) => Answer
    : never;
};

export type IdentityClient = CompleteRequests<RpcClient<typeof IdentityServiceService>>;
export type AgentsClient = CompleteRequests<RpcClient<typeof AgentsServiceService>>;
export type DefinitionsClient = CompleteRequests<RpcClient<typeof DefinitionsServiceService>>;
export type ToolsClient = CompleteRequests<RpcClient<typeof ToolsServiceService>>;
export type ConversationsClient = CompleteRequests<RpcClient<typeof ConversationsServiceService>>;
export type WorkspaceConversationsClient = CompleteRequests<
  RpcClient<typeof WorkspaceConversationsServiceService>
>;
export type InsightsClient = CompleteRequests<RpcClient<typeof InsightsServiceService>>;
export type ReplaysClient = CompleteRequests<RpcClient<typeof ReplayServiceService>>;
export type WaitsClient = CompleteRequests<RpcClient<typeof WaitsServiceService>>;
export type SurfacesClient = CompleteRequests<RpcClient<typeof SurfacesServiceService>>;
export type MemoryClient = CompleteRequests<RpcClient<typeof MemoryServiceService>>;
export type WebhooksClient = CompleteRequests<RpcClient<typeof WebhooksServiceService>>;
export type EntitiesClient = CompleteRequests<RpcClient<typeof EntityServiceService>>;
export type WorldClient = CompleteRequests<RpcClient<typeof WorldServiceService>>;
export type TablesClient = CompleteRequests<RpcClient<typeof TablesServiceService>>;
export type AnalyticsClient = CompleteRequests<RpcClient<typeof AnalyticsServiceService>>;
export type AuditClient = CompleteRequests<RpcClient<typeof AuditServiceService>>;

/** Tokens for Nest's injection: the clients are only types, which it can't see. */
export const IDENTITY = Symbol('identity client');
export const AGENTS = Symbol('agents client');
export const DEFINITIONS = Symbol('definitions client');
export const TOOLS = Symbol('tools client');
export const CONVERSATIONS = Symbol('conversations client');
export const WORKSPACE_CONVERSATIONS = Symbol('workspace conversations client');
export const INSIGHTS = Symbol('insights client');
export const REPLAYS = Symbol('replays client');
export const WAITS = Symbol('waits client');
export const SURFACES = Symbol('surfaces client');
export const MEMORY = Symbol('memory client');
export const WEBHOOKS = Symbol('webhooks client');
export const ENTITIES = Symbol('entities client');
export const WORLD = Symbol('world client');
export const TABLES = Symbol('tables client');
export const ANALYTICS = Symbol('analytics client');
export const AUDIT = Symbol('audit client');
export const LOGGER = Symbol('logger');
