import type { DynamicModule } from '@nestjs/common';
import type { Logger } from '@svc/telemetry';
import { AccessCache } from './access/access-cache.js';
import { WorkspaceAccessCache } from './access/workspace-access-cache.js';
import { WorkspaceAuthenticator } from './access/workspace-authenticator.js';
import { controllers, gatewayRoutes } from './controllers.js';
import { Documents } from './document/documents.js';
import { EventStreams } from './platform/event-stream/event-streams.js';
import { REGIONS, type Region } from './platform/region/region-table.js';
import {
  AGENTS,
  CONVERSATIONS,
  DEFINITIONS,
  ENTITIES,
  IDENTITY,
  INSIGHTS,
  WORKSPACE_CONVERSATIONS,
  LOGGER,
  MEMORY,
  REPLAYS,
  TOOLS,
  SURFACES,
  WAITS,
  WEBHOOKS,
  ANALYTICS,
  AUDIT,
  TABLES,
  WORLD,
  type AgentsClient,
  type ConversationsClient,
  type DefinitionsClient,
  type EntitiesClient,
  type IdentityClient,
  type InsightsClient,
  type WorkspaceConversationsClient,
  type MemoryClient,
  type ReplaysClient,
  type ToolsClient,
  type SurfacesClient,
  type WaitsClient,
  type WebhooksClient,
  type AnalyticsClient,
  type AuditClient,
  type TablesClient,
  type WorldClient,
} from './services.js';

export interface GatewayParts {
  readonly identity: IdentityClient;
  readonly agents: AgentsClient;
  readonly definitions: DefinitionsClient;
  readonly tools: ToolsClient;
  readonly conversations: ConversationsClient;
  readonly workspaceConversations: WorkspaceConversationsClient;
  readonly insights: InsightsClient;
  readonly replays: ReplaysClient;
  readonly waits: WaitsClient;
  readonly surfaces: SurfacesClient;
  readonly memory: MemoryClient;
  readonly webhooks: WebhooksClient;
  readonly world: WorldClient;
  readonly analytics: AnalyticsClient;
  readonly tables: TablesClient;
  readonly entities: EntitiesClient;
  readonly audit: AuditClient;
  readonly accesses: AccessCache;
  readonly workspaceAccesses: WorkspaceAccessCache;
  readonly workspaces: WorkspaceAuthenticator;
  readonly eventStreams: EventStreams;
  readonly regions: readonly Region[];
  readonly logger: Logger;
}

export class GatewayModule {
  static with(parts: GatewayParts): DynamicModule {
    return {
      module: GatewayModule,
      controllers: [...controllers],
      providers: [
        { provide: IDENTITY, useValue: parts.identity },
        { provide: AGENTS, useValue: parts.agents },
        { provide: DEFINITIONS, useValue: parts.definitions },
        { provide: TOOLS, useValue: parts.tools },
        { provide: CONVERSATIONS, useValue: parts.conversations },
        { provide: WORKSPACE_CONVERSATIONS, useValue: parts.workspaceConversations },
        { provide: INSIGHTS, useValue: parts.insights },
        { provide: REPLAYS, useValue: parts.replays },
        { provide: SURFACES, useValue: parts.surfaces },
        { provide: WAITS, useValue: parts.waits },
        { provide: MEMORY, useValue: parts.memory },
        { provide: WEBHOOKS, useValue: parts.webhooks },
        { provide: WORLD, useValue: parts.world },
        { provide: ANALYTICS, useValue: parts.analytics },
        { provide: TABLES, useValue: parts.tables },
        { provide: ENTITIES, useValue: parts.entities },
        { provide: AUDIT, useValue: parts.audit },
        { provide: AccessCache, useValue: parts.accesses },
        { provide: WorkspaceAccessCache, useValue: parts.workspaceAccesses },
        { provide: WorkspaceAuthenticator, useValue: parts.workspaces },
        { provide: EventStreams, useValue: parts.eventStreams },
        { provide: Documents, useValue: new Documents(gatewayRoutes) },
        { provide: REGIONS, useValue: parts.regions },
        { provide: LOGGER, useValue: parts.logger },
      ],
    };
  }
}
