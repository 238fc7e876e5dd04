import {
  MemoryServiceService,
  type GetUserModelRequest,
  type GetUserModelResponse,
  type ListMemoriesRequest,
  type ListMemoriesResponse,
  type Memory,
  type UserModel,
} from '@svc/contracts/memory';
import { FieldChecks, pageOf, sortKeysOf } from '@svc/errors';
import type { Complete } from '@svc/event-store';
import { requestContextOf, type RpcCall } from '@svc/rpc';
import { RpcController } from '@svc/rpc/nest';
import { GetUserModel } from '../application/get-user-model.js';
import { ListMemories } from '../application/list-memories.js';
import type { UserModelEntry } from '../domain/user-model/user-model.js';
import { memorySortFields, type ListedMemory } from '../projections/memory-list-query.js';

const pageLimits = { minimum: 0, maximum: 50 };

/** MemoryService (proto/svc/memory/v1/memory_service.proto): maps requests, and calls the use cases. */
@RpcController(MemoryServiceService)
export class MemoryController {
  constructor(
    private readonly memories: ListMemories,
    private readonly userModel: GetUserModel,
  ) {}

  async listMemories(request: ListMemoriesRequest, call: RpcCall): Promise<Complete<ListMemoriesResponse>> {
    const checks = new FieldChecks();
    const { limit, offset } = pageOf(request.page, pageLimits, checks);
    const sortBy = sortKeysOf(request.sortBy, memorySortFields, checks);
    checks.verify();
    const { memories, hasMore } = await this.memories.execute(requestContextOf(request.caller, call), {
      userId: request.userId,
      memoryIds: request.memoryIds,
      conversationIds: request.conversationIds,
      sortBy,
      limit,
      offset,
    });
    const nextOffset = hasMore ? offset + memories.length : undefined;
    return { memories: memories.map(memoryToProto), page: { hasMore, nextOffset } };
  }

  async getUserModel(
    { caller, userId }: GetUserModelRequest,
    call: RpcCall,
  ): Promise<Complete<GetUserModelResponse>> {
    const { entries, additionalContext } = await this.userModel.execute(
      requestContextOf(caller, call),
      userId,
    );
    return { userModels: entries.map(entryToProto), additionalContext: [...additionalContext] };
  }
}

function memoryToProto({
  memoryId,
  createdAtMs,
  conversationId,
  messageIds,
  content,
  context,
}: ListedMemory): Complete<Memory> {
  return { memoryId, createdAtMs, conversationId, references: [...messageIds], content, context };
}

function entryToProto({ content, insightIds, dimensions }: UserModelEntry): Complete<UserModel> {
  return {
    content,
    insightIds: [...insightIds],
    dimensions: dimensions.map(({ description, tags }) => ({ description, tags: [...tags] })),
  };
}
