import { Controller, Inject } from '@nestjs/common';
import { ChannelKind } from '@svc/contracts/conversations';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { defineRoute, forWorkspace, type RouteInput, Serves } from '../../route/index.js';
import { WORKSPACE_CONVERSATIONS, type WorkspaceConversationsClient } from '../../services.js';
import { textBody } from '../../wire/sizes.js';
import { definitionId } from '../definition/definition-routes.js';
import { turnsPerMinute } from '../per-minute.js';
import { workspaceId } from '../workspace-path.js';
import { present } from './conversation-mapping.js';
import { plainStart, plainTurn } from './plain-requests.js';
import { maxReplyCharacters, TextTurnRequest, TextTurnResponse } from './text-turn-schemas.js';
import { outcomeOf } from './turn-stream.js';
import { whileThere } from './while-there.js';

const textTurn = defineRoute({
  surface: 'platform',
  operationId: 'text-turn',
  method: 'POST',
  path: '/v1/:workspace_id/services/:service_id/text-turn',
  summary:
    'Takes one turn by a text message: in the open conversation of this phone number with the service, or in a new one. Needs `Conversation.create` too.',
  access: forWorkspace('Conversation.turn'),
  request: {
    params: z.object({ workspace_id: workspaceId, service_id: definitionId }),
    body: { media: 'json', schema: TextTurnRequest, maxBytes: textBody },
  },
  answer: {
    status: 200,
    content: 'json',
    schema: TextTurnResponse,
    orNothing: 'The agent has nothing to say.',
  },
  errors: ['not_found', 'conversation_busy', 'conversation_finished'],
  perMinute: turnsPerMinute,
  example: { body: { phone_number: '+4930123456', agent_phone: '+4930654321', text: 'Hello' } },
});

@Controller()
export class TextTurnController {
  constructor(
    @Inject(WORKSPACE_CONVERSATIONS) private readonly workspaceConversations: WorkspaceConversationsClient,
  ) {}

  @Serves(textTurn)
  async take(input: RouteInput<typeof textTurn>, reply: FastifyReply) {
    const text = await whileThere(reply, (signal) => this.#answer(input, signal));
    if (text) return { text: shortened(text) };
    void reply.code(204);
    return undefined;
  }

  /** @param signal when the client leaves, the answer is kept for the next turn */
  async #answer({ caller, params, body }: RouteInput<typeof textTurn>, signal: AbortSignal): Promise<string> {
    const { conversation } = await this.workspaceConversations.startWorkspaceConversation({
      ...{ ...plainStart, caller, omitsTurns: true },
      serviceId: params.service_id,
      channel: ChannelKind.CHANNEL_KIND_SMS,
      // Whoever has this number is the same entity for all services of the workspace.
      canonicalId: `phone:number:${body.phone_number}`,
      recipient: body.phone_number,
    });
    const { conversationId } = present(conversation);
    const turn = { ...plainTurn, caller, conversationId, message: body.text };
    const { output } = await outcomeOf(this.workspaceConversations.takeWorkspaceTurn(turn, { signal }));
    const said = output.map((message) => message.text).filter((words) => words.trim() !== '');
    return said.join('\n');
  }
}

/** The whole text stands in the conversation. */
function shortened(text: string): string {
  const characters = [...text];
  return characters.length <= maxReplyCharacters
    ? text
    : `${characters.slice(0, maxReplyCharacters - 1).join('')}…`;
}
