import type {
  TakeWorkspaceTurnResponse,
  WorkspaceConversation,
  WorkspaceTurnOutcome,
} from '@svc/contracts/conversations';
import type { WorkspaceCaller } from '@svc/contracts/common';
import { DomainError } from '@svc/errors';
import type { WorkspaceConversationsClient } from '../../services.js';
import { present } from '../conversation/conversation-mapping.js';
import { plainStart, plainTurn } from '../conversation/plain-requests.js';
import type { SocketKind, SocketWish } from './socket-address.js';

/** What a socket asks of the rest of the gateway. */
export interface ConversationPort {
  /** Begins a conversation, or finds the one that was named. */
  open(): Promise<FoundConversation>;
  turn(turn: AskedTurn): AsyncIterable<TakeWorkspaceTurnResponse>;
  /** Takes the answers that nobody was there to hear. */
  collect(conversationId: string, signal: AbortSignal): Promise<WorkspaceTurnOutcome>;
  /** Of a conversation whose first turn failed: its client begins another one. */
  discard(conversationId: string): Promise<void>;
  /** @throws where the credential may not use the socket any more */
  admit(): Promise<void>;
  /** @throws DomainError `rate_limited` */
  countMessage(): Promise<void>;
  /** Counts a turn as a request that is served. @returns ends it. @throws DomainError `rate_limited`, `service_unavailable` */
  enter(): () => void;
}

export interface FoundConversation {
  readonly conversation: WorkspaceConversation;
  /** Nobody has said anything yet, as far as that matters: of a text stream that is resumed it is not asked. */
  readonly isSilent: boolean;
  /** It began with this socket. */
  readonly isNew: boolean;
}

export interface AskedTurn {
  readonly conversationId: string;
  /** Empty: the agent greets. */
  readonly message: string;
  readonly clientMessageId: string | undefined;
  readonly withTools: boolean;
  readonly signal: AbortSignal;
}

/** The calls of a socket's conversation, under the caller as it was admitted last. */
export class SocketCalls {
  constructor(
    private readonly conversations: WorkspaceConversationsClient,
    private readonly kind: SocketKind,
    private readonly wish: SocketWish,
    private readonly caller: () => WorkspaceCaller,
  ) {}

  async open(): Promise<FoundConversation> {
    const { conversationId } = this.wish;
    return conversationId === undefined ? this.#begin() : this.#find(conversationId);
  }

  turn({
    signal,
    withTools: includeToolCalls,
    ...turn
  }: AskedTurn): AsyncIterable<TakeWorkspaceTurnResponse> {
    const asked = { ...plainTurn, ...turn, suppressFiller: false, includeToolCalls };
    return this.conversations.takeWorkspaceTurn({ caller: this.caller(), ...asked }, { signal });
  }

  async collect(conversationId: string, signal: AbortSignal): Promise<WorkspaceTurnOutcome> {
    const request = { caller: this.caller(), conversationId, includeToolCalls: this.wish.toolEvents };
    const { outcome } = await this.conversations.collectWorkspaceTurns(request, { signal });
    return present(outcome);
  }

  async discard(conversationId: string): Promise<void> {
    await this.conversations.closeWorkspaceConversation({ caller: this.caller(), conversationId });
  }

  async #begin(): Promise<FoundConversation> {
    const { serviceId, entityId } = this.wish;
    const { conversation, turns, isNew } = await this.conversations.startWorkspaceConversation({
      // The greeting is a turn of its own: its client is told of the conversation before, and may leave.
      ...{ ...plainStart, caller: this.caller(), serviceId, entityId },
      isSession: this.kind === 'session-connect',
    });
    return { conversation: present(conversation), isSilent: turns.length === 0, isNew };
  }

  async #find(conversationId: string): Promise<FoundConversation> {
    // Only a session is greeted where it is resumed.
    const omitsTurns = this.kind === 'text-stream';
    const request = { caller: this.caller(), conversationId, includeToolCalls: false, omitsTurns };
    const { conversation, turns } = await this.conversations.getWorkspaceConversation(request);
    const found = present(conversation);
    const { serviceId, entityId = found.entityId } = this.wish;
    // As one of another workspace: nothing is told of it.
    if (found.serviceId !== serviceId || found.entityId !== entityId)
      throw new DomainError('not_found', 'There is no such conversation.');
    return { conversation: found, isSilent: turns.length === 0, isNew: false };
  }
}
