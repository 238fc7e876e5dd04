import {
  WorkspaceConversationStatus,
  type GetWorkspaceConversationRequest,
  type StartWorkspaceConversationRequest,
  type TakeWorkspaceTurnRequest,
  type TakeWorkspaceTurnResponse,
  type TurnEvent,
  type WorkspaceConversation,
  type WorkspaceTurnOutcome,
} from '@svc/contracts/conversations';
import { DomainError } from '@svc/errors';
import type { RpcCall } from '@svc/rpc';
import { eventually } from '@svc/testing';
import { answer, complete, conversation, ofTool, outcome } from './conversation-desk.js';
import { workspaceAccessWith, type IdentityScript, type WorkspaceConversationsScript } from './harness.js';

const spoken = { ...answer, toolCalls: [] };
const plain: WorkspaceTurnOutcome = { ...outcome, input: undefined, output: [spoken] };

/** Conversations and identity as the tests of sockets script them. */
export class SocketPeer {
  access = workspaceAccessWith();
  outcome = plain;
  collected: WorkspaceTurnOutcome[] = [];
  failure: DomainError | undefined;
  isKnown = true;
  isRevoked = false;
  started: StartWorkspaceConversationRequest | undefined;
  read: GetWorkspaceConversationRequest | undefined;
  turns: TakeWorkspaceTurnRequest[] = [];
  closed: string[] = [];
  collects = 0;
  cancelled = 0;
  #events: readonly TurnEvent[] = [complete];
  #held: Promise<void> = Promise.resolve();

  readonly completed: WorkspaceConversation = {
    ...conversation,
    status: WorkspaceConversationStatus.WORKSPACE_CONVERSATION_STATUS_COMPLETED,
    completionReason: 'completed',
  };

  readonly identity: IdentityScript = {
    getWorkspaceKeyAccess: async () => {
      if (this.isRevoked) throw new DomainError('unauthenticated', 'There is no such key.');
      return { access: this.access, keyId: 'k', name: undefined, expiresAtMs: 1e15 };
    },
  };

  readonly handlers: WorkspaceConversationsScript = {
    startWorkspaceConversation: async (request) => {
      this.started = request;
      return { conversation, isNew: true, turns: [] };
    },
    getWorkspaceConversation: async (request) => {
      this.read = request;
      if (!this.isKnown) throw new DomainError('not_found', 'There is no such conversation.');
      return { conversation, turns: [spoken] };
    },
    closeWorkspaceConversation: async (request) => {
      this.closed.push(request.conversationId);
      return {};
    },
    collectWorkspaceTurns: async () => {
      this.collects += 1;
      return { outcome: this.collected.shift() ?? { ...plain, output: [] } };
    },
    takeWorkspaceTurn: (request, context) => this.#turn(request, context),
  };

  reset(): void {
    this.access = workspaceAccessWith();
    this.outcome = plain;
    this.collected = [];
    this.failure = undefined;
    this.isKnown = true;
    this.isRevoked = false;
    this.started = undefined;
    this.read = undefined;
    this.turns = [];
    this.closed = [];
    this.collects = 0;
    this.cancelled = 0;
    this.#events = [complete];
    this.#held = Promise.resolve();
  }

  withTools(): void {
    this.#events = [...ofTool, complete];
  }

  /** Of the largest kind. */
  withWords(text: string): void {
    this.#events = [
      {
        event: {
          $case: 'interactionComplete',
          value: { messageId: 'm2', interactionId: 'i1', fullMessage: text, conversationCompleted: false },
        },
      },
    ];
  }

  /** Turns begin, and are not answered until they are released. */
  hold(): () => void {
    let release = (): void => undefined;
    this.#held = new Promise((resolve) => (release = resolve));
    return release;
  }

  async until(is: () => boolean): Promise<void> {
    await eventually(() => expect(is()).toBe(true));
  }

  async *#turn(
    request: TakeWorkspaceTurnRequest,
    context: RpcCall,
  ): AsyncGenerator<TakeWorkspaceTurnResponse, void, void> {
    this.turns.push(request);
    context.signal.addEventListener('abort', () => (this.cancelled += 1));
    if (this.failure) throw this.failure;
    yield { events: [], earlier: [], outcome: undefined };
    await this.#held;
    yield { events: [...this.#events], earlier: [], outcome: undefined };
    yield { events: [], earlier: [], outcome: this.outcome };
  }
}
