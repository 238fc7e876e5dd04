import {
  WorkspaceConversationStatus,
  WorkspaceTurnRole,
  type TakeWorkspaceTurnResponse,
  type WorkspaceConversation,
  type WorkspaceTurn,
  type WorkspaceTurnOutcome,
} from '@svc/contracts/conversations';
import { type DomainError } from '@svc/errors';
import { silentLogger } from '@svc/telemetry';
import type { Closing } from '../src/platform/socket/close-codes.js';
import type {
  AskedTurn,
  ConversationPort,
  FoundConversation,
} from '../src/platform/socket/conversation-port.js';
import { ConversationSocket, type SocketOptions } from '../src/platform/socket/conversation-socket.js';
import { textStreamDialect } from '../src/platform/socket/text-stream-dialect.js';

export const id = '5a4d28ba-2fa1-4d2e-883f-0016d3cca427';
export const conversation = {
  ...{ conversationId: id, entityId: id, serviceId: id, turnCount: 1 },
  status: WorkspaceConversationStatus.WORKSPACE_CONVERSATION_STATUS_ACTIVE,
} as WorkspaceConversation;
export const completed: WorkspaceConversation = {
  ...conversation,
  status: WorkspaceConversationStatus.WORKSPACE_CONVERSATION_STATUS_COMPLETED,
  completionReason: 'completed',
};
export const said = (text: string) =>
  ({
    ...{ text, toolCalls: [], interactionId: 'i', stateTransitions: [] },
    role: WorkspaceTurnRole.WORKSPACE_TURN_ROLE_AGENT,
  }) as unknown as WorkspaceTurn;
export const nothing: WorkspaceTurnOutcome = {
  ...{ input: undefined, output: [], conversation, backgroundPending: false, isDuplicate: false },
};

/** Timers whose time a test moves. */
class TestTimers {
  nowMs = 0;
  #due: { atMs: number; everyMs: number | undefined; work: () => void }[] = [];

  now = () => this.nowMs;
  every = (ms: number, work: () => void) => this.#add(ms, ms, work);
  after = (ms: number, work: () => void) => this.#add(ms, undefined, work);

  get pending(): number {
    return this.#due.length;
  }

  async pass(ms: number): Promise<void> {
    await settled();
    const untilMs = this.nowMs + ms;
    for (;;) {
      const next = this.#due.filter(({ atMs }) => atMs <= untilMs).sort((a, b) => a.atMs - b.atMs)[0];
      if (!next) break;
      this.nowMs = next.atMs;
      if (next.everyMs === undefined) this.#due = this.#due.filter((one) => one !== next);
      else next.atMs += next.everyMs;
      next.work();
      await settled();
    }
    this.nowMs = untilMs;
  }

  #add(ms: number, everyMs: number | undefined, work: () => void) {
    const one = { atMs: this.nowMs + ms, everyMs, work };
    this.#due.push(one);
    return () => void (this.#due = this.#due.filter((other) => other !== one));
  }
}

export const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

/** A socket with a client and conversations that a test plays. */
export class Scene implements ConversationPort {
  readonly timers = new TestTimers();
  readonly sent: { type?: string; event?: string; text?: string; message?: string }[] = [];
  closing: Closing | undefined;
  unsent = 0;
  alive = true;
  found: FoundConversation = { conversation, isSilent: false, isNew: true };
  rejection: DomainError | undefined;
  limited: DomainError | undefined;
  collected: WorkspaceTurnOutcome[] = [];
  collects = 0;
  /** Answers can't be had. */
  lost: DomainError | undefined;
  discarded = 0;
  served = 0;
  admitted = 0;
  admissionMs = 0;
  asked: AskedTurn[] = [];
  outcome = nothing;
  failure: Error | undefined;
  gate: Promise<void> = Promise.resolve();
  readonly socket: ConversationSocket;

  constructor(changes: Partial<SocketOptions> = {}) {
    this.socket = new ConversationSocket({
      ...{ dialect: textStreamDialect, port: this, timers: this.timers, logger: silentLogger },
      ...{ sessionId: 's', withTools: false, isResumed: false, claim: () => true },
      wire: {
        send: (text) => void this.sent.push(JSON.parse(text) as object),
        unsentBytes: () => this.unsent,
        close: (closing) => void (this.closing ??= closing),
        isAlive: () => this.alive,
      },
      ...changes,
    });
  }

  static async opened(changes?: Partial<SocketOptions>): Promise<Scene> {
    const scene = new Scene(changes);
    await scene.socket.open();
    scene.sent.length = 0;
    return scene;
  }

  get types() {
    return this.sent.map(({ type, event }) => type ?? event);
  }

  say(frame: unknown): void {
    this.socket.hear(Buffer.from(typeof frame === 'string' ? frame : JSON.stringify(frame)), false);
  }

  hold(): () => void {
    let release = (): void => undefined;
    this.gate = new Promise((resolve) => (release = resolve));
    return release;
  }

  open = async () => this.found;
  discard = async () => void (this.discarded += 1);
  countMessage = async () => {
    if (this.limited) throw this.limited;
  };
  enter = () => {
    this.served += 1;
    return () => void (this.served -= 1);
  };
  admit = async () => {
    this.admitted += 1;
    this.timers.nowMs += this.admissionMs;
    if (this.rejection) throw this.rejection;
  };
  collect = async () => {
    this.collects += 1;
    await Promise.resolve();
    if (this.lost) throw this.lost;
    return this.collected.shift() ?? nothing;
  };
  async *turn(asked: AskedTurn): AsyncGenerator<TakeWorkspaceTurnResponse, void, void> {
    this.asked.push(asked);
    yield { events: [], earlier: [], outcome: undefined };
    await this.gate;
    if (this.failure) throw this.failure;
    yield { events: [], earlier: [], outcome: this.outcome };
  }
}

export const message = { type: 'message', text: 'Hi' };
