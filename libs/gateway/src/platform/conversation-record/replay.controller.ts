import { Controller, Inject } from '@nestjs/common';
import { z } from 'zod';
import { defineRoute, forWorkspace, type RouteInput, Serves } from '../../route/index.js';
import { REPLAYS, type ReplaysClient } from '../../services.js';
import { named } from '../../wire/documented.js';
import { wholeNumber } from '../../wire/query.js';
import { ComparedTurn, fromComparedTurn, fromVerifiedTurn, VerifiedTurn } from '../../wire/replay.js';
import { ConversationPath } from '../conversation/conversation-requests.js';
import { writesPerMinute } from '../per-minute.js';
import { uuid } from '../uuid.js';
import { TurnPage } from './record-requests.js';

const versionNumber = wholeNumber(1, 2_147_483_647).optional();
const id = uuid.toLowerCase().optional();

const verifyReplay = defineRoute({
  surface: 'platform',
  operationId: 'verify-conversation',
  method: 'GET',
  path: '/v1/:workspace_id/conversations/:conversation_id/replay/verify',
  summary:
    'Runs the turns of a conversation again from what was recorded, and says whether the same came of them. Nothing is called or stored.',
  access: forWorkspace('Conversation.replay'),
  request: { params: ConversationPath, query: z.object(TurnPage) },
  answer: {
    status: 200,
    content: 'json',
    schema: named(
      'VerifyListResponse',
      z.strictObject({ items: z.array(VerifiedTurn), has_more: z.boolean() }),
    ),
  },
  errors: ['not_found'],
  perMinute: writesPerMinute,
});

const compareReplay = defineRoute({
  surface: 'platform',
  operationId: 'compare-conversation',
  method: 'GET',
  path: '/v1/:workspace_id/conversations/:conversation_id/replay/compare',
  summary:
    'Shows what the turns of a conversation would be on other versions, each from where it began, with the answers that were recorded. Nothing is called or stored.',
  access: forWorkspace('Conversation.replay'),
  request: {
    params: ConversationPath,
    query: z.object({
      agent_id: id,
      agent_version: versionNumber,
      context_graph_id: id,
      context_graph_version: versionNumber,
      ...TurnPage,
    }),
  },
  answer: {
    status: 200,
    content: 'json',
    schema: named(
      'CompareListResponse',
      z.strictObject({ items: z.array(ComparedTurn), has_more: z.boolean() }),
    ),
  },
  errors: ['not_found'],
  perMinute: writesPerMinute,
});

@Controller()
export class WorkspaceReplayController {
  constructor(@Inject(REPLAYS) private readonly replays: ReplaysClient) {}

  @Serves(verifyReplay)
  async verify({ caller, params, query }: RouteInput<typeof verifyReplay>) {
    const { conversation_id: conversationId } = params;
    const { turns, hasMore } = await this.replays.verifyConversation({
      ...{ caller: undefined, workspaceCaller: caller, conversationId },
      ...query,
    });
    return { items: turns.map(fromVerifiedTurn), has_more: hasMore };
  }

  @Serves(compareReplay)
  async compare({ caller, params, query }: RouteInput<typeof compareReplay>) {
    const { limit, offset, ...wanted } = query;
    const versions = {
      agentId: wanted.agent_id,
      agentVersionNumber: wanted.agent_version,
      contextGraphId: wanted.context_graph_id,
      contextGraphVersionNumber: wanted.context_graph_version,
    };
    const { conversation_id: conversationId } = params;
    const { turns, hasMore } = await this.replays.compareConversation({
      ...{ caller: undefined, workspaceCaller: caller, conversationId, limit, offset, versions },
    });
    return { items: turns.map(fromComparedTurn), has_more: hasMore };
  }
}
