import { Inject, Injectable } from '@nestjs/common';
import type { WorkspaceRequestContext } from '@svc/rpc';
import { existing } from '../domain/conversation-decider.js';
import type { StartedConversation } from '../domain/conversation.js';
import type { ToldMessage } from '../domain/told-message.js';
import { hasMoreToCome, isAnswerPending } from '../domain/own-turn.js';
import { SCHEDULER, type Scheduler } from '../lease/scheduler.js';
import { Conversations } from '../log/conversations.js';
import { UnheardAnswers, type UnheardAnswer } from '../turn/unheard-answers.js';
import { ofWorkspace, requireEither, requireOn } from './workspace-access.js';
import { listedAs, type WorkspaceTurnOutcome } from './workspace-conversation-view.js';
import { WorkspaceMessages } from './workspace-messages.js';

export interface CollectRequest {
  readonly conversationId: string;
  readonly includeToolCalls: boolean;
}

export interface LateAnswers {
  readonly answers: readonly ToldMessage[];
  readonly taken: readonly UnheardAnswer[];
  readonly conversation: StartedConversation;
}

export interface CollectedTurns {
  readonly outcome: WorkspaceTurnOutcome;
  /** To be called once: whether the answers have gone out. Otherwise the next one gets them. Never fails. */
  readonly end: (areDelivered: boolean) => Promise<void>;
}

/** How long a turn waits for what runs in the background, and how often it looks. */
export const waitMs = 30_000;
const everyMs = 1_000;

/** Answers that nobody was there to hear. */
@Injectable()
export class CollectTurns {
  constructor(
    private readonly conversations: Conversations,
    private readonly unheard: UnheardAnswers,
    private readonly messages: WorkspaceMessages,
    @Inject(SCHEDULER) private readonly scheduler: Scheduler,
  ) {}

  /** Each once, unless this process dies while it delivers them. Errors: see the RPC. */
  async execute(context: WorkspaceRequestContext, request: CollectRequest): Promise<CollectedTurns> {
    const { tenantId, caller } = context;
    const { conversationId } = request;
    requireEither(caller, 'Conversation.turn');
    const conversation = await this.#load(context, request);
    requireOn(caller, 'Conversation.turn', ofWorkspace(conversation.identity.workspace).direction);
    // In this order: an answer that is stored in between is among them.
    const { taken, areOthersHeld } = await this.#hold(context, conversation);
    const output = await this.answers(context, request, taken);
    const outcome: WorkspaceTurnOutcome = {
      ...{ input: null, output, isDuplicate: false },
      conversation: listedAs(conversation),
      backgroundPending: areOthersHeld || isAnswerPending(conversation),
    };
    const ids = taken.map(({ interactionId }) => interactionId);
    const key = { tenantId, conversationId };
    return {
      outcome,
      end: (areDelivered) => (areDelivered ? this.unheard.heard(key, ids) : this.unheard.release(key, ids)),
    };
  }

  /** The words of answers that are held; they are released if these can't be had. */
  async answers(
    { tenantId }: WorkspaceRequestContext,
    { conversationId, includeToolCalls }: CollectRequest,
    taken: readonly UnheardAnswer[],
  ): Promise<readonly ToldMessage[]> {
    if (taken.length === 0) return [];
    try {
      const { state } = await this.conversations.load(tenantId, conversationId);
      const listed = listedAs(existing(state));
      return await this.messages.answers(tenantId, listed, taken, includeToolCalls);
    } catch (error) {
      const ids = taken.map(({ interactionId }) => interactionId);
      await this.unheard.release({ tenantId, conversationId }, ids);
      throw error;
    }
  }

  /** Waits until nothing runs in the background, and holds what was said of it. Null: nothing runs. */
  async wait(
    context: WorkspaceRequestContext,
    request: CollectRequest,
    since: StartedConversation,
  ): Promise<LateAnswers | null> {
    if (!hasMoreToCome(since)) return null;
    let conversation = since;
    for (let waitedMs = 0; waitedMs < waitMs && hasMoreToCome(conversation); waitedMs += everyMs) {
      await this.scheduler.wait(everyMs);
      conversation = await this.#load(context, request);
    }
    const { taken } = await this.#hold(context, conversation);
    return { answers: await this.answers(context, request, taken), taken, conversation };
  }

  /** The answer to a message that was taken before. */
  async duplicate(
    context: WorkspaceRequestContext,
    request: CollectRequest,
    interactionId: string,
  ): Promise<WorkspaceTurnOutcome> {
    const { tenantId } = context;
    const conversation = await this.#load(context, request);
    const listed = listedAs(conversation);
    const { includeToolCalls } = request;
    const ofTurn = await this.messages.ofInteraction(tenantId, listed, interactionId, includeToolCalls);
    return {
      input: ofTurn.find(({ role }) => role === 'user') ?? null,
      output: ofTurn.filter(({ role }) => role === 'agent'),
      conversation: listed,
      backgroundPending: isAnswerPending(conversation),
      isDuplicate: true,
    };
  }

  #hold({ tenantId }: WorkspaceRequestContext, { identity, running }: StartedConversation) {
    const { conversationId } = identity;
    return this.unheard.hold({ tenantId, conversationId }, { isTurnRunning: running !== null });
  }

  async #load(
    { tenantId }: WorkspaceRequestContext,
    { conversationId }: CollectRequest,
  ): Promise<StartedConversation> {
    const { state } = await this.conversations.load(tenantId, conversationId);
    return existing(state);
  }
}
