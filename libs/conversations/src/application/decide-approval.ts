import { Injectable } from '@nestjs/common';
import { requireWorkspacePermission } from '@svc/auth';
import { FieldChecks } from '@svc/errors';
import type { WorkspaceRequestContext } from '@svc/rpc';
import { EndWait } from './end-wait.js';

const maxReasonCharacters = 2_000;

export interface Approval {
  readonly conversationId: string;
  readonly decision: 'approved' | 'rejected';
  /** For the agent. */
  readonly reason: string | null;
}

/** A person decides what a conversation of their workspace waits for. Errors: see the RPC. */
@Injectable()
export class DecideApproval {
  constructor(private readonly endWait: EndWait) {}

  async execute(
    { tenantId, caller, metadata }: WorkspaceRequestContext,
    { conversationId, decision, reason }: Approval,
  ): Promise<void> {
    requireWorkspacePermission(caller, 'ReviewQueue.review');
    const text = reason === null || reason.trim() === '' ? null : reason;
    const loc = ['body', 'reason'];
    new FieldChecks()
      .storable(loc, text ?? '')
      .atMostCharacters(loc, text ?? '', maxReasonCharacters)
      .verify();
    await this.endWait.execute({
      tenantId,
      conversationId,
      metadata,
      which: 'approvals',
      decision,
      reason: text,
    });
  }
}
