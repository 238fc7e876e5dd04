import { Controller, Inject } from '@nestjs/common';
import { z } from 'zod';
import { defineRoute, forCallers, type RouteInput, Serves } from '../../route/index.js';
import { REPLAYS, type ReplaysClient } from '../../services.js';
import { named } from '../../wire/documented.js';
import { pageKeys, pageParameters } from '../../wire/page.js';
import { oid, wholeNumber } from '../../wire/query.js';
import { ComparedTurn, fromComparedTurn, fromVerifiedTurn, VerifiedTurn } from '../../wire/replay.js';
import { ConversationPath } from './conversation-schemas.js';

/** Of the versions of one definition. */
const versionNumber = wholeNumber(1, 2_147_483_647).optional();

const verifyReplay = defineRoute({
  operationId: 'verify-conversation-replay',
  method: 'GET',
  path: '/v1/:org/conversation/:conversation_id/replay/verify',
  summary:
    'Runs the turns of a conversation again from what was recorded, and says whether the same came of them. Nothing is called or stored.',
  access: forCallers({ requires: ['Conversation:ReplayConversation'] }),
  request: { params: ConversationPath, query: z.object(pageParameters(1, 100, 100)) },
  answer: {
    status: 200,
    content: 'json',
    schema: named('VerifiedTurnList', z.strictObject({ turns: z.array(VerifiedTurn), ...pageKeys })),
  },
  errors: ['not_found'],
  perMinute: 10,
});

const compareReplay = defineRoute({
  operationId: 'compare-conversation-replay',
  method: 'GET',
  path: '/v1/:org/conversation/:conversation_id/replay/compare',
  summary:
    'Shows what the turns of a conversation would be on other versions, each from where it began, with the answers that were recorded. Nothing is called or stored.',
  access: forCallers({ requires: ['Conversation:ReplayConversation'] }),
  request: {
    params: ConversationPath,
    query: z.object({
      agent_id: oid.optional(),
      agent_version: versionNumber,
      service_hierarchical_state_machine_id: oid.optional(),
      service_hierarchical_state_machine_version: versionNumber,
      ...pageParameters(1, 100, 100),
    }),
  },
  answer: {
    status: 200,
    content: 'json',
    schema: named('ComparedTurnList', z.strictObject({ turns: z.array(ComparedTurn), ...pageKeys })),
  },
  errors: ['not_found'],
  perMinute: 10,
});

@Controller()
export class ReplayController {
  constructor(@Inject(REPLAYS) private readonly replays: ReplaysClient) {}

  @Serves(verifyReplay)
  async verify({ caller, params, query }: RouteInput<typeof verifyReplay>) {
    const wanted = { ...turnsOf(params, query), caller, workspaceCaller: undefined };
    const { turns, hasMore } = await this.replays.verifyConversation(wanted);
    return { turns: turns.map(fromVerifiedTurn), ...pageOf(query, turns.length, hasMore) };
  }

  @Serves(compareReplay)
  async compare({ caller, params, query }: RouteInput<typeof compareReplay>) {
    const versions = {
      agentId: query.agent_id,
      agentVersionNumber: query.agent_version,
      contextGraphId: query.service_hierarchical_state_machine_id,
      contextGraphVersionNumber: query.service_hierarchical_state_machine_version,
    };
    const wanted = { ...turnsOf(params, query), caller, workspaceCaller: undefined, versions };
    const { turns, hasMore } = await this.replays.compareConversation(wanted);
    return { turns: turns.map(fromComparedTurn), ...pageOf(query, turns.length, hasMore) };
  }
}

interface Page {
  readonly limit: number;
  readonly continuation_token: number;
}

function turnsOf(
  { conversation_id: conversationId }: z.output<typeof ConversationPath>,
  { limit, continuation_token: offset }: Page,
) {
  return { conversationId, limit, offset };
}

function pageOf({ continuation_token: offset }: Page, length: number, hasMore: boolean) {
  return { has_more: hasMore, continuation_token: hasMore ? offset + length : null };
}
