import type { Type } from '@nestjs/common';
import { AdminController } from './classic/admin/admin.controller.js';
import { agentResource } from './classic/agent/agent-resource.js';
import { ApiKeyController } from './classic/api-key/api-key.controller.js';
import { contextGraphResource } from './classic/context-graph/context-graph-resource.js';
import { ConversationController } from './classic/conversation/conversation.controller.js';
import { ReplayController } from './classic/conversation/replay.controller.js';
import { InsightsController } from './classic/conversation/insights.controller.js';
import { definitionController } from './classic/definition/definition-controller.js';
import { RecommendationsController } from './classic/conversation/recommendations.controller.js';
import { MemoryController } from './classic/memory/memory.controller.js';
import { OrganizationController } from './classic/organization/organization.controller.js';
import { RoleController } from './classic/role/role.controller.js';
import { ServiceController } from './classic/service/service.controller.js';
import { TemporaryGrantController } from './classic/temporary-grant/temporary-grant.controller.js';
import { ClassicToolController } from './classic/tool/tool.controller.js';
import { ToolInvocationController } from './classic/tool/tool-invocation.controller.js';
import { UserController } from './classic/user/user.controller.js';
import { WebhookDestinationController } from './classic/webhook-destination/webhook-destination.controller.js';
import { ClassicDocumentController } from './document/document.controllers.js';
import { withPlatformDocument } from './document/platform-document.js';
import { ReferenceController } from './reference/reference.controller.js';
import { WorkspaceApiKeyController } from './platform/api-key/api-key.controller.js';
import { definitionControllers } from './platform/definition-controllers.js';
import { ApprovalController } from './platform/integration/approval.controller.js';
import { EndpointController } from './platform/integration/endpoint.controller.js';
import { IntegrationController } from './platform/integration/integration.controller.js';
import { AgentRunController } from './platform/agent-run/agent-run.controller.js';
import { WorkspaceConversationController } from './platform/conversation/conversation.controller.js';
import { TextTurnController } from './platform/conversation/text-turn.controller.js';
import { TurnController } from './platform/conversation/turn.controller.js';
import { DecisionController } from './platform/conversation-record/decision.controller.js';
import { WorkspaceReplayController } from './platform/conversation-record/replay.controller.js';
import { SimulationController } from './platform/simulation/simulation.controller.js';
import { EventStreamController } from './platform/event-stream/event-stream.controller.js';
import { RegionController } from './platform/region/region.controller.js';
import { ComplianceController } from './platform/compliance/compliance.controller.js';
import { TestCallerController } from './platform/test-caller/test-caller.controller.js';
import { SkillReferencesController } from './platform/skill/skill-references.controller.js';
import { ToolController } from './platform/tool/tool.controller.js';
import { VersionSetController } from './platform/service/version-set.controller.js';
import { WorkspaceController } from './platform/workspace/workspace.controller.js';
import { AuditController } from './platform/audit/audit.controller.js';
import { TableController } from './platform/table/table.controller.js';
import { AnalyticsController } from './platform/analytics/analytics.controller.js';
import { EnrichmentController } from './platform/world/enrichment.controller.js';
import { EntityController } from './platform/world/entity.controller.js';
import { MergeController } from './platform/world/merge.controller.js';
import { TimelineController } from './platform/world/timeline.controller.js';
import { EnrichmentKeyController } from './platform/world/enrichment-key.controller.js';
import { LinkController } from './platform/surface/link.controller.js';
import { SurfaceController } from './platform/surface/surface.controller.js';
import { declaredRoutes } from './route/declared-routes.js';
import { JwksController } from './well-known/jwks.controller.js';

const served: readonly Type[] = [
  JwksController,
  ClassicDocumentController,
  ReferenceController,
  OrganizationController,
  ApiKeyController,
  TemporaryGrantController,
  RoleController,
  UserController,
  definitionController(agentResource),
  definitionController(contextGraphResource),
  ServiceController,
  ClassicToolController,
  ToolInvocationController,
  ConversationController,
  RecommendationsController,
  InsightsController,
  ReplayController,
  MemoryController,
  WebhookDestinationController,
  AdminController,
  WorkspaceController,
  TestCallerController,
  WorkspaceApiKeyController,
  RegionController,
  ComplianceController,
  ...definitionControllers,
  VersionSetController,
  IntegrationController,
  EndpointController,
  ApprovalController,
  SkillReferencesController,
  ToolController,
  AgentRunController,
  WorkspaceConversationController,
  TurnController,
  TextTurnController,
  SimulationController,
  DecisionController,
  WorkspaceReplayController,
  EnrichmentKeyController,
  AnalyticsController,
  TableController,
  EntityController,
  MergeController,
  TimelineController,
  EnrichmentController,
  AuditController,
  EventStreamController,
  SurfaceController,
  LinkController,
];

/** All controllers of the gateway, except health. */
export const controllers = withPlatformDocument(served);

/** Their declarations. Computed when the process starts: see `declaredRoutes`. */
export const gatewayRoutes = declaredRoutes(controllers);
