import { Controller, Inject } from '@nestjs/common';
import { defineRoute, forCallers, type RouteInput, Serves } from '../../route/index.js';
import { INSIGHTS, type InsightsClient } from '../../services.js';
import { fromInsights } from './insights-mapping.js';
import { InteractionInsights, InteractionPath } from './insights-schemas.js';

const getInsights = defineRoute({
  operationId: 'get-interaction-insights',
  method: 'GET',
  path: '/v1/:org/conversation/:conversation_id/interaction/:interaction_id/insights',
  summary:
    'Shows how the agent came to its message in a completed interaction: states, tools, memories and thoughts.',
  access: forCallers({
    requires: ['Conversation:GetInteractionInsights', 'Organization:GetServiceHierarchicalStateMachine'],
  }),
  request: { params: InteractionPath },
  answer: { status: 200, content: 'json', schema: InteractionInsights },
  errors: ['not_found'],
  perMinute: 20,
});

@Controller()
export class InsightsController {
  constructor(@Inject(INSIGHTS) private readonly service: InsightsClient) {}

  @Serves(getInsights)
  async insights({ caller, params }: RouteInput<typeof getInsights>) {
    const { conversation_id: conversationId, interaction_id: interactionId } = params;
    return fromInsights(await this.service.getInteractionInsights({ caller, conversationId, interactionId }));
  }
}
