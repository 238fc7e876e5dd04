import { Inject } from '@nestjs/common';
import {
  ReplayServiceService,
  type CompareConversationRequest,
  type CompareConversationResponse,
  type VerifyConversationRequest,
  type VerifyConversationResponse,
} from '@svc/contracts/conversations';
import type { RpcCall } from '@svc/rpc';
import { RpcController } from '@svc/rpc/nest';
import { ReplayConversation } from '../application/replay-conversation.js';
import { USERS, type Users } from '../ports/ports.js';
import { comparedToProto, verifiedToProto } from './replay-mapping.js';
import { turnsOf, versionsOf } from './replay-requests.js';

/** ReplayService (proto/svc/conversations/v1/replay_service.proto): maps requests, and calls the use case. */
@RpcController(ReplayServiceService)
export class ReplayController {
  constructor(
    private readonly replays: ReplayConversation,
    @Inject(USERS) private readonly users: Users,
  ) {}

  async verifyConversation(
    request: VerifyConversationRequest,
    call: RpcCall,
  ): Promise<VerifyConversationResponse> {
    const { turns, hasMore } = await this.replays.verify(turnsOf(request, call, this.users));
    return { turns: turns.map(verifiedToProto), hasMore };
  }

  async compareConversation(
    request: CompareConversationRequest,
    call: RpcCall,
  ): Promise<CompareConversationResponse> {
    const wanted = turnsOf(request, call, this.users);
    const versions = versionsOf(wanted.tenantId, request.versions ?? {});
    const { turns, hasMore } = await this.replays.compare(wanted, versions);
    return { turns: turns.map(comparedToProto), hasMore };
  }
}
