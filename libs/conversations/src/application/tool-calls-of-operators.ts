import { Inject, Injectable } from '@nestjs/common';
import { DomainError } from '@svc/errors';
import type { Clock, IdGenerator, TenantId } from '@svc/kernel';
import type { Database } from '@svc/postgres';
import { CLOCK, DATABASE, IDS } from '@svc/service-host';
import { isOpen, isOverdue, toolCallsOf } from '../domain/tool-events.js';
import { ownMetadata } from '../lease/leftovers.js';
import { Conversations } from '../log/conversations.js';
import { openToolCalls, type OpenToolCall } from '../projections/open-tool-call-query.js';

const maxListed = 500;

/** What an operator has found out about a call. */
export interface Settlement {
  readonly tenantId: TenantId;
  readonly conversationId: string;
  readonly callId: string;
  readonly status: 'ended' | 'failed' | 'not-called';
  /** For the model: what was found out. */
  readonly note: string;
}

/** For the installer: the calls of tools without a known outcome, and how they are settled. */
@Injectable()
export class ToolCallsOfOperators {
  constructor(
    private readonly conversations: Conversations,
    @Inject(DATABASE) private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(IDS) private readonly ids: IdGenerator,
  ) {}

  /** The oldest ones, at most 500. */
  list(tenantId: TenantId): Promise<readonly OpenToolCall[]> {
    return openToolCalls(this.database, tenantId, maxListed);
  }

  /** @throws DomainError `not_found` for a call that is not there, `conflict` for one whose outcome is known or comes yet */
  async settle({ tenantId, conversationId: id, callId, status, note }: Settlement): Promise<void> {
    const endedAtMs = this.clock.now();
    const isEnded = status === 'ended';
    const outcome = {
      status,
      failure: status === 'failed' ? ('generic' as const) : null,
      reason: isEnded ? null : note,
      result: isEnded ? note : null,
      durationMs: 0,
      endedAtMs,
    };
    await this.conversations.change({ tenantId, id, metadata: ownMetadata(this.ids) }, ({ state }) => {
      const known =
        state.stage === 'absent' ? undefined : toolCallsOf(state).find((one) => one.id === callId);
      if (known === undefined) throw new DomainError('not_found', 'There is no such call of a tool.');
      if (!isOpen(known) || (known.outcome === null && !isOverdue(known, endedAtMs)))
        throw new DomainError('conflict', 'The outcome of this call is known, or may still come.');
      return { type: 'RecordToolOutcome', callId, outcome, settledBy: 'installer' };
    });
  }
}
