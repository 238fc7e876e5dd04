import { Controller, Inject } from '@nestjs/common';
import { z } from 'zod';
import { defineRoute, forCallers, type RouteInput, Serves } from '../../route/index.js';
import { CONVERSATIONS, type ConversationsClient } from '../../services.js';
import { named } from '../../wire/documented.js';
import { textBody } from '../../wire/sizes.js';
import { textUpTo } from '../../wire/text.js';
import { InteractionPath } from './insights-schemas.js';

/** Without `context`: an ordinary user. */
const RecommendResponses = named(
  'RecommendResponsesRequest',
  z.object({ context: textUpTo(2_000).nullish() }),
);

const RecommendedResponses = named(
  'RecommendedResponses',
  z.strictObject({ recommended_responses: z.array(z.string()) }),
);

const recommendResponses = defineRoute({
  operationId: 'recommend-responses-for-interaction',
  method: 'POST',
  path: '/v1/:org/conversation/:conversation_id/interaction/:interaction_id/recommend_responses',
  summary:
    'Suggests what the user could say next, after the latest interaction of an unfinished conversation.',
  access: forCallers({ requires: ['Conversation:GetRecommendedResponses'] }),
  request: {
    params: InteractionPath,
    body: { media: 'json', schema: RecommendResponses.optional(), isOptional: true, maxBytes: textBody },
  },
  answer: { status: 200, content: 'json', schema: RecommendedResponses },
  errors: ['not_found'],
  perMinute: 20,
});

/** Beyond the wait for the model. */
const deadlineMs = 28_000;

@Controller()
export class RecommendationsController {
  constructor(@Inject(CONVERSATIONS) private readonly conversations: ConversationsClient) {}

  @Serves(recommendResponses)
  async recommend({ caller, params, body }: RouteInput<typeof recommendResponses>) {
    const request = {
      caller,
      conversationId: params.conversation_id,
      interactionId: params.interaction_id,
      context: body?.context ?? '',
    };
    const { responses } = await this.conversations.recommendResponses(request, { deadlineMs });
    return { recommended_responses: responses };
  }
}
