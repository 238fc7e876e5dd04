import { Controller, Inject } from '@nestjs/common';
import type { Memory as MemoryProto } from '@svc/contracts/memory';
import { defineRoute, forCallers, type RouteInput, Serves } from '../../route/index.js';
import { MEMORY, type MemoryClient } from '../../services.js';
import { fromPageInfo, toPage } from '../../wire/page.js';
import { sameNames } from '../../wire/same-names.js';
import { shown } from '../../wire/shown.js';
import { ListMemories, Memory, MemoryList, UserModels } from './memory-schemas.js';

// User ids have no pattern: a malformed one is unknown, 404, never 422.

const listMemories = defineRoute({
  operationId: 'get-memories',
  method: 'GET',
  path: '/v1/:org/user/:user_id/memory',
  summary: 'Lists what is remembered of a user from messages that the caller may read, oldest first.',
  access: forCallers({ asks: ['Conversation:GetMessage'] }),
  request: { query: ListMemories },
  answer: { status: 200, content: 'json', schema: MemoryList },
  errors: ['not_found'],
  perMinute: 40,
});

const getUserModel = defineRoute({
  operationId: 'get-user-model',
  method: 'GET',
  path: '/v1/:org/user/:user_id/user_model',
  summary: 'Shows what is known of a user over all conversations, and what was noted by hand.',
  access: forCallers({ requires: ['User:GetUserModel'] }),
  request: {},
  answer: { status: 200, content: 'json', schema: UserModels },
  errors: ['not_found'],
  perMinute: 60,
});

@Controller()
export class MemoryController {
  constructor(@Inject(MEMORY) private readonly memory: MemoryClient) {}

  @Serves(listMemories)
  async list({ caller, params, query }: RouteInput<typeof listMemories>) {
    const { memories, page } = await this.memory.listMemories({
      caller,
      userId: params.user_id,
      memoryIds: query.id,
      conversationIds: query.conversation_id,
      page: toPage(query),
      sortBy: query.sort_by,
    });
    return { memories: memories.map(fromMemory), ...fromPageInfo(page, query) };
  }

  @Serves(getUserModel)
  async userModel({ caller, params }: RouteInput<typeof getUserModel>) {
    const { userModels, additionalContext } = await this.memory.getUserModel({
      caller,
      userId: params.user_id,
    });
    return shown(UserModels, {
      user_models: userModels.map(({ content, insightIds, dimensions }) => ({
        content,
        insight_ids: insightIds,
        dimensions,
      })),
      additional_context: additionalContext,
    });
  }
}

function fromMemory({ memoryId: id, ...memory }: MemoryProto) {
  return shown(Memory, { id, ...sameNames(memory) });
}
