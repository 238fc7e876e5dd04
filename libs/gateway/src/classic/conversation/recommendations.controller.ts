import { Controller, Inject } from '@nestjs/common';
import { z } from 'zod';
import { defineRoute, forCallers, type RouteInput, Serves } from '../../route/index.js';
import { CONVERSATIONS, type ConversationsClient } from '../../services.js';
import { list } from '../../wire/collections.js';
import { named } from '../../wire/documented.js';
import { oid } from '../../wire/query.js';
import { requestFields } from '../../wire/request-fields.js';
import { textBody } from '../../wire/sizes.js';
import { nameText, textUpTo } from '../../wire/text.js';
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

const SuggestStarters = named(
  'SuggestConversationStartersRequest',
  z
    .object({
      service_id: oid,
      service_version_set_name: nameText.default('release'),
      facets: list(textUpTo(500), { most: 20 }),
      min_count: z.int().min(1).max(10),
      max_count: z.int().min(1).max(10),
      generation_instructions: textUpTo(2_000),
    })
    .refine((body) => body.max_count >= body.min_count, {
      path: ['max_count'],
      error: 'must not be less than min_count',
    }),
);

const Starter = named(
  'ConversationStarter',
  z.strictObject({
    prompt: z.string(),
    /** Those of the request that it touches. */
    facets: z.array(z.string()),
  }),
);

const Starters = named('ConversationStarters', z.strictObject({ prompts: z.array(Starter) }));

const suggestStarters = defineRoute({
  operationId: 'generate-conversation-starters',
  method: 'POST',
  path: '/v1/:org/conversation/conversation_starter',
  summary: 'Suggests with what words the caller could begin a conversation with a service.',
  access: forCallers({ requires: ['Conversation:CreateConversation'] }),
  request: { body: { media: 'json', schema: SuggestStarters, maxBytes: textBody } },
  answer: { status: 200, content: 'json', schema: Starters },
  errors: ['not_found'],
  perMinute: 10,
  example: {
    body: {
      service_id: '65f000000000000000000001',
      ...{ facets: ['appointments'], min_count: 1, max_count: 2, generation_instructions: 'Be polite.' },
    },
  },
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

  @Serves(suggestStarters)
  async suggest({ caller, body }: RouteInput<typeof suggestStarters>) {
    const request = { caller, ...requestFields(body) };
    const { starters } = await this.conversations.suggestConversationStarters(request, { deadlineMs });
    return { prompts: starters };
  }
}
