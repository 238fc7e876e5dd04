import { Controller, Inject } from '@nestjs/common';
import type { Memory as MemoryMessage } from '@svc/contracts/memory';
import type { RouteInput } from '../../route/route-input.js';
import { Serves } from '../../route/serves.js';
import { MEMORY, type MemoryClient } from '../../services.js';
import { fromPageInfo, toPage } from '../../wire/page.js';
import { sameNames } from '../../wire/same-names.js';
import { shown } from '../../wire/shown.js';
import { Memory, UserModels } from './memory-schemas.js';
import { getUserModel, listMemories } from './memory.routes.js';

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

function fromMemory({ memoryId: id, ...memory }: MemoryMessage) {
  return shown(Memory, { id, ...sameNames(memory) });
}
