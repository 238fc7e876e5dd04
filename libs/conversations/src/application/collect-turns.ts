import { Inject, Injectable } from '@nestjs/common';
import type { WorkspaceRequestContext } from '@svc/rpc';
import { existing } from '../domain/conversation-decider.js';
import type { StartedConversation } from '../domain/conversation.js';
import type { ToldMessage } from '../domain/told-message.js';
import { hasMoreToCome, isAnswerPending } from '../domain/own-turn.js';
import { SCHEDULER, type Scheduler } from '../lease/scheduler.js';
import { Conversations } from '../log/conversations.js';
import { UnheardAnswers } from '../turn/unheard-answers.js';
import { ofWorkspace, requireEither, requireOn } from './workspace-access.js';
import { listedAs, type WorkspaceTurnOutcome } from './workspace-conversation-view.js';
import { WorkspaceMessages } from './workspace-messages.js';

export interface CollectRequest {
  readonly conversationId: string;
  readonly includeToolCalls: boolean;
}

/** Answers that are told now. */
export interface CollectedAnswers {
  readonly answers: readonly ToldMessage[];
  /** Their turns: whoever tells them says whether they were heard. */
  readonly told: readonly string[];
  /** See `HeldAnswers`. */
  readonly areOthersHeld: boolean;
  readonly areOthersLeft: boolean;
}

export interface LateAnswers extends CollectedAnswers {
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
/** How often it looks for what other instances have done. */
const elsewhereMs = 5_000;

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
    const isTurnRunning = conversation.running !== null;
    const { answers, told, ...others } = await this.answers(context, request, isTurnRunning);
    const outcome: WorkspaceTurnOutcome = {
      ...{ input: null, output: answers, isDuplicate: false },
      conversation: listedAs(conversation),
      backgroundPending: others.areOthersHeld || others.areOthersLeft || isAnswerPending(conversation),
    };
    const key = { tenantId, conversationId };
    return {
      outcome,
      end: (areDelivered) => (areDelivered ? this.unheard.heard(key, told) : this.unheard.release(key, told)),
    };
  }

  /**
   * Holds answers that nobody holds, and tells them; what can't be told now is released.
   * @param isTurnRunning somebody else's
   */
  async answers(
    { tenantId }: WorkspaceRequestContext,
    { conversationId, includeToolCalls }: CollectRequest,
    isTurnRunning: boolean,
  ): Promise<CollectedAnswers> {
    const key = { tenantId, conversationId };
    const { taken, ...others } = await this.unheard.hold(key, { isTurnRunning });
    const ids = taken.map(({ interactionId }) => interactionId);
    if (ids.length === 0) return { answers: [], told: [], ...others };
    try {
      const { state } = await this.conversations.load(tenantId, conversationId);
      const listed = listedAs(existing(state));
      const { messages, left } = await this.messages.answers(tenantId, listed, taken, includeToolCalls);
      await this.unheard.release(key, left);
      const told = ids.filter((id) => !left.includes(id));
      return { ...others, answers: messages, told, ...(left.length > 0 && { areOthersLeft: true }) };
    } catch (error) {
      await this.unheard.release(key, ids);
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
    let hasChanged = false;
    const stopWatching = this.conversations.watch(({ tenantId, id }) => {
      hasChanged ||= tenantId === context.tenantId && id === request.conversationId;
    });
    try {
      for (let waitedMs = everyMs; waitedMs <= waitMs && hasMoreToCome(conversation); waitedMs += everyMs) {
        await this.scheduler.wait(everyMs);
        if (!hasChanged && waitedMs % elsewhereMs !== 0) continue;
        hasChanged = false;
        conversation = await this.#load(context, request);
      }
    } finally {
      stopWatching();
    }
    const collected = await this.answers(context, request, conversation.running !== null);
    return { ...collected, conversation };
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

  async #load(
    { tenantId }: WorkspaceRequestContext,
    { conversationId }: CollectRequest,
  ): Promise<StartedConversation> {
    const { state } = await this.conversations.load(tenantId, conversationId);
    return existing(state);
  }
}
