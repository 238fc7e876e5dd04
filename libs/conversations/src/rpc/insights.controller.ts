import {
  InsightsServiceService,
  type GetInteractionInsightsRequest,
  type GetInteractionInsightsResponse,
} from '@svc/contracts/conversations';
import { requireResourceId } from '@svc/errors';
import { requestContextOf, type RpcCall } from '@svc/rpc';
import { RpcController } from '@svc/rpc/nest';
import { GetInteractionInsights } from '../application/get-interaction-insights.js';
import { insightsToProto } from './insight-mapping.js';

/** InsightsService (proto/svc/conversations/v1/insights_service.proto): maps requests, and calls the use cases. */
@RpcController(InsightsServiceService)
export class InsightsController {
  constructor(private readonly insights: GetInteractionInsights) {}

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
}
