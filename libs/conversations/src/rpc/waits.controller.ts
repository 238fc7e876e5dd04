import {
  WaitsServiceService,
  type DecideApprovalRequest,
  type DecideApprovalResponse,
} from '@svc/contracts/conversations';
import { DomainError, requireResourceId } from '@svc/errors';
import { workspaceRequestContextOf, type RpcCall } from '@svc/rpc';
import { RpcController } from '@svc/rpc/nest';
import { DecideApproval } from '../application/decide-approval.js';

/** WaitsService (proto/svc/conversations/v1/waits_service.proto): maps, and calls the use case. */
@RpcController(WaitsServiceService)
export class WaitsController {
  constructor(private readonly deciding: DecideApproval) {}

  async decideApproval(message: DecideApprovalRequest, call: RpcCall): Promise<DecideApprovalResponse> {
    const context = workspaceRequestContextOf(message.caller, call);
    const { conversationId, decision, reason = null } = message;
    requireResourceId(context.tenantId, 'conversation', conversationId);
    if (decision !== 'approved' && decision !== 'rejected')
      throw new DomainError('invalid_request', 'The decision is "approved" or "rejected".');
    await this.deciding.execute(context, { conversationId, decision, reason });
    return {};
  }
}
