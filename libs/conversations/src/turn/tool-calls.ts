import { Inject, Injectable } from '@nestjs/common';
import {
  answerOfTool,
  outcomeOf,
  outlivesItsTurn,
  wasParked,
  recallTool,
  type ToolAnswer,
  type ToolCall,
  type ToolPort,
} from '@svc/engine';
import { SubjectErasedError } from '@svc/errors';
import type { Clock, EventMetadata, TenantId } from '@svc/kernel';
import { DatabaseUnavailableError } from '@svc/postgres';
import { CLOCK, LOGGER } from '@svc/service-host';
import type { Logger } from '@svc/telemetry';
import { toolCallsOf } from '../domain/tool-events.js';
import type { ConversationIdentity } from '../domain/conversation-identity.js';
import { SCHEDULER, type Scheduler } from '../lease/scheduler.js';
import { Conversations } from '../log/conversations.js';
import { TOOLS, type Tools } from '../ports/ports.js';
import type { BegunTurn } from './begun-turn.js';
import { nothingRecalled, Recalls } from './recalls.js';

/** Waits before the second, third, … attempt to store an outcome, in ms. After the last one the call counts as unknown. */
const waitsMs = [500, 1_000, 2_000, 5_000, 10_000, 20_000];

interface RunningCall {
  readonly interactionId: string;
  readonly call: ToolCall;
  readonly answer: Promise<ToolAnswer>;
}

/** The calls of tools that this instance makes. What outlives its turn is stored when it comes. */
@Injectable()
export class ToolCalls {
  /** By id: those that outlive their turn. */
  readonly #running = new Map<string, RunningCall>();
  readonly #storing = new Set<Promise<void>>();
  /** By id: cuts a call that has outlived its turn. */
  readonly #cuts = new Map<string, AbortController>();

  constructor(
    @Inject(TOOLS) private readonly tools: Tools,
    private readonly recalls: Recalls,
    private readonly conversations: Conversations,
    @Inject(SCHEDULER) private readonly scheduler: Scheduler,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** For one turn. @param isUserSpeaking for themselves: nobody else hears what is known of them */
  portOf(
    tenantId: TenantId,
    identity: ConversationIdentity,
    interactionId: string,
    isUserSpeaking: boolean,
  ): ToolPort {
    const { conversationId, userId, serviceId } = identity;
    const backend: ToolPort = {
      call: async (call, signal) => {
        if (call.toolId === recallTool.toolId)
          return isUserSpeaking ? this.recalls.answer(tenantId, userId, call) : nothingRecalled;
        const effectKey = call.effectKey === null ? null : `${conversationId}/${call.effectKey}`;
        const request = { tenantId, conversationId, userId, serviceId, call, effectKey };
        return this.tools.call({ ...request, isApproved: wasParked(call) }, signal);
      },
    };
    return {
      call: (call, signal) => {
        if (!outlivesItsTurn(call))
          return answerOfTool({ tools: backend, timers: this.scheduler, signal }, call);
        const cut = new AbortController();
        this.#cuts.set(call.id, cut);
        const running = { tools: backend, timers: this.scheduler, signal: cut.signal };
        const answer = answerOfTool(running, call).finally(() => this.#cuts.delete(call.id));
        this.#running.set(call.id, { interactionId, call, answer });
        return answer;
      },
      cancel: (id) => this.#cuts.get(id)?.abort(new Error('The call is coupled to a state that was left.')),
    };
  }

  /**
   * The turn is over: the outcomes that its log does not have are stored when they come.
   * @param turn as it was last stored
   */
  follow({ conversation, lease, metadata }: BegunTurn): void {
    const { state } = conversation;
    const calls = state.stage === 'absent' ? [] : toolCallsOf(state);
    for (const running of [...this.#running.values()]) {
      if (running.interactionId !== lease.interactionId) continue;
      const { id } = running.call;
      this.#running.delete(id);
      if (calls.find((call) => call.id === id)?.outcome !== null) continue;
      const storing = this.#store(conversation, running, metadata).finally(() =>
        this.#storing.delete(storing),
      );
      this.#storing.add(storing);
    }
  }

  /** Resolves when no outcome is waited for, or after that time: then such a call counts as unknown. */
  async drain(graceMs: number): Promise<void> {
    if (this.#storing.size === 0) return;
    let cancel = (): void => undefined;
    const late = new Promise<void>((resolve) => {
      cancel = this.scheduler.after(graceMs, resolve);
    });
    await Promise.race([Promise.all(this.#storing), late]);
    cancel();
  }

  async #store(
    { tenantId, id }: BegunTurn['conversation'],
    { call, answer }: RunningCall,
    metadata: EventMetadata,
  ): Promise<void> {
    const outcome = outcomeOf(call, await answer, this.clock.now());
    const command = { type: 'RecordToolOutcome', callId: call.id, outcome, settledBy: null } as const;
    const waits = waitsMs.values();
    try {
      await this.conversations.change({ tenantId, id, metadata }, () => command, {
        again: async (error) => {
          const { value: waitMs, done } = waits.next();
          if (done || !(error instanceof DatabaseUnavailableError)) return false;
          await this.scheduler.wait(waitMs);
          return true;
        },
      });
    } catch (error) {
      if (error instanceof SubjectErasedError) return;
      this.logger.error('the outcome of a tool could not be stored, and counts as unknown', {
        call_id: call.id,
        error,
      });
    }
  }
}
