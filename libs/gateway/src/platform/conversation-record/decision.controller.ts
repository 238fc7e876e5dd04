import { Controller, Inject } from '@nestjs/common';
import { z } from 'zod';
import { defineRoute, forWorkspace, type RouteInput, Serves } from '../../route/index.js';
import { INSIGHTS, type InsightsClient } from '../../services.js';
import { ConversationPath } from '../conversation/conversation-requests.js';
import { readsPerMinute } from '../per-minute.js';
import { DecisionList, fromTurnDecisions } from './decision-answers.js';
import { TurnPage } from './record-requests.js';

const listDecisions = defineRoute({
  surface: 'platform',
  operationId: 'list-conversation-decisions',
  method: 'GET',
  path: '/v1/:workspace_id/conversations/:conversation_id/decisions',
  summary:
    'Lists what each turn of a conversation has considered, what matched, what did not and what was dropped, and why.',
  access: forWorkspace('Conversation.view'),
  request: { params: ConversationPath, query: z.object(TurnPage) },
  answer: { status: 200, content: 'json', schema: DecisionList },
  errors: ['not_found'],
  perMinute: readsPerMinute,
});

@Controller()
export class DecisionController {
  constructor(@Inject(INSIGHTS) private readonly insights: InsightsClient) {}

  @Serves(listDecisions)
  async decisions({ caller, params, query }: RouteInput<typeof listDecisions>) {
    const conversationId = params.conversation_id;
    const { turns, hasMore, total } = await this.insights.listDecisions({ caller, conversationId, ...query });
    return { items: turns.map(fromTurnDecisions), has_more: hasMore, total };
  }
}
