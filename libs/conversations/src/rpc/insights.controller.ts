import {
  InsightsServiceService,
  type GetInteractionInsightsRequest,
  type GetInteractionInsightsResponse,
  type ListDecisionsRequest,
  type ListDecisionsResponse,
} from '@svc/contracts/conversations';
import { requireResourceId } from '@svc/errors';
import { requestContextOf, workspaceRequestContextOf, type RpcCall } from '@svc/rpc';
import { RpcController } from '@svc/rpc/nest';
import { GetInteractionInsights } from '../application/get-interaction-insights.js';
import { ListDecisions } from '../application/list-decisions.js';
import { turnDecisionsToProto } from './decision-mapping.js';
import { insightsToProto } from './insight-mapping.js';
import { pageOf } from './replay-requests.js';

/** InsightsService (proto/svc/conversations/v1/insights_service.proto): maps requests, and calls the use cases. */
@RpcController(InsightsServiceService)
export class InsightsController {
  constructor(
    private readonly insights: GetInteractionInsights,
    private readonly decisions: ListDecisions,
  ) {}

  async getInteractionInsights(
    request: GetInteractionInsightsRequest,
    call: RpcCall,
  ): Promise<GetInteractionInsightsResponse> {
    const context = requestContextOf(request.caller, call);
    const { tenantId } = context;
    const conversationId = requireResourceId(tenantId, 'conversation', request.conversationId);
    const interactionId = requireResourceId(tenantId, 'interaction', request.interactionId);
    return insightsToProto(await this.insights.execute(context, { conversationId, interactionId }));
  }

  async listDecisions(request: ListDecisionsRequest, call: RpcCall): Promise<ListDecisionsResponse> {
    const context = workspaceRequestContextOf(request.caller, call);
    const { turns, hasMore, total } = await this.decisions.execute(
      context,
      pageOf(context.tenantId, request),
    );
    return { turns: turns.map(turnDecisionsToProto), hasMore, total };
  }
}
