import type { TakeWorkspaceTurnResponse, WorkspaceTurnOutcome } from '@svc/contracts/conversations';
import type { Logger } from '@svc/telemetry';
import { statuses } from '../conversation/channel-kinds.js';
import { present } from '../conversation/conversation-mapping.js';
import { errorFrame, framesOfLate, toFrames } from '../conversation/turn-stream.js';
import { closingOf, closings, isCode, type Closing } from './close-codes.js';
import type { AskedTurn, ConversationPort } from './conversation-port.js';
import type { Dialect, Ending, Frame, TurnTeller } from './dialect.js';

/** The connection below: frames out, and its end. */
export interface Wire {
  send(text: string): void;
  /** Bytes that the client has not taken yet. */
  unsentBytes(): number;
  close(closing: Closing): void;
  /** The client answered the protocol's pings. */
  isAlive(): boolean;
}

/** Runs work again and again, or once later. @returns stops it */
export interface Timers {
  now(): number;
  every(ms: number, work: () => void): () => void;
  after(ms: number, work: () => void): () => void;
}

export interface SocketOptions {
  readonly dialect: Dialect;
  readonly wire: Wire;
  readonly port: ConversationPort;
  readonly timers: Timers;
  readonly logger: Logger;
  readonly sessionId: string;
  readonly withTools: boolean;
  /** The client has named the conversation. */
  readonly isResumed: boolean;
  /** Takes the conversation for this socket. @returns false: another one has it */
  readonly claim: (conversationId: string) => boolean;
}

/** Longer than a client waits for, who leaves after 45 s without a frame. */
export const beatMs = 15_000;
export const idleMs = 15 * 60_000;
/** Of frames that the client has not read. */
export const maxUnsentBytes = 1_024 * 1_024;
/** Refused one after another. */
export const maxRefused = 10;
/** How long the words of the agent's own turn may take to be there behind its event, and how often they are looked for. */
const againMs = 1_000;
const maxLooks = 5;
/** While tools run in the background, in case no event is heard. */
const pendingMs = 5_000;

/** One client's conversation over a socket. A turn goes on when the socket ends. */
export class ConversationSocket {
  readonly #options: SocketOptions;
  readonly #left = new AbortController();
  #state: 'opening' | 'idle' | 'running' | 'closed' = 'opening';
  #conversationId = '';
  #isNew = false;
  #refused = 0;
  /** Frames of a client that did not wait for the session's start. */
  #early: (() => void)[] = [];
  #admittedAtMs: number;
  #activeAtMs: number;
  #isDraining = false;
  #isLooking = false;
  #looksLeft = 0;
  #wakes = 0;
  #stopBeats = (): void => undefined;
  #stopLook = (): void => undefined;

  constructor(options: SocketOptions) {
    this.#options = options;
    this.#admittedAtMs = this.#activeAtMs = options.timers.now();
  }

  /** Opens the conversation, and lets the agent greet where nobody has spoken. Never fails. */
  async open(): Promise<void> {
    const { dialect, port, sessionId, claim, isResumed, timers } = this.#options;
    try {
      const { conversation, isSilent, isNew } = await port.open();
      if (this.#isClosed()) return;
      const { conversationId, entityId, serviceId, completionReason } = conversation;
      if (!claim(conversationId)) return this.#close(closings.activeElsewhere);
      this.#conversationId = conversationId;
      this.#isNew = isNew;
      this.#send([dialect.opened({ sessionId, conversationId, entityId, serviceId })]);
      if (completionReason !== undefined) {
        await this.#tellLast();
        return this.#end(completionReason === 'completed' ? 'completed' : 'other');
      }
      this.#stopBeats = timers.every(beatMs, () => this.#run(() => this.#beat()));
      this.#state = 'idle';
      this.#hearEarly();
      if (isSilent && (!isResumed || dialect.kind === 'session-connect')) await this.#turn('', undefined);
    } catch (failure) {
      this.#report(failure);
      this.#close(closingOf(dialect.kind, failure, isResumed ? 'resuming' : 'opening'));
    }
  }

  /** What was said at the end of a conversation to a client that was not there: it is not asked for later. */
  async #tellLast(): Promise<void> {
    const { port, dialect, withTools } = this.#options;
    try {
      const outcome = await port.collect(this.#conversationId, this.#left.signal);
      this.#send(dialect.late(framesOfLate(outcome), withTools));
    } catch (failure) {
      if (!this.#isClosed()) this.#report(failure);
    }
  }

  /** A frame of the client. */
  hear(bytes: Buffer, isBinary: boolean): void {
    const hear = (): void => this.#run(() => this.#hear(bytes, isBinary));
    if (this.#state !== 'opening') return hear();
    // The client is told of the session first.
    if (this.#early.push(hear) > maxRefused) this.#close(closings.hostile);
  }

  #hearEarly(): void {
    // After the greeting has begun: it comes before them.
    for (const hear of this.#early.splice(0)) queueMicrotask(hear);
  }

  async #hear(bytes: Buffer, isBinary: boolean): Promise<void> {
    if (this.#isClosed()) return;
    const heard = isBinary ? binary : this.#options.dialect.hear(bytes);
    if (heard.type === 'refused') return this.#refuse(heard.why);
    if (heard.type === 'stop') return this.#end('stopped');
    if (this.#state !== 'idle')
      return this.#refuse('The message was not taken: wait until the agent has answered.');
    this.#refused = 0;
    await this.#turn(heard.text, heard.clientMessageId);
  }

  /** The agent has spoken by itself, or the conversation has ended elsewhere. */
  wake(): void {
    this.#wakes += 1;
    this.#looksLeft = maxLooks;
    this.#run(() => this.#look());
  }

  /** The connection is gone. A turn that runs goes on, and its answer is kept. */
  left(): void {
    this.#leave();
  }

  /** Ends when the turn that runs is answered. */
  drain(): void {
    if (this.#state === 'running') this.#isDraining = true;
    else this.stopNow();
  }

  stopNow(): void {
    if (!this.#isClosed()) this.#close(closings.goingAway);
  }

  async #turn(message: string, clientMessageId: string | undefined): Promise<void> {
    const { dialect, port, withTools, logger, timers } = this.#options;
    const isGreeting = message === '';
    const teller = dialect.turn(withTools);
    let outcome: WorkspaceTurnOutcome | undefined;
    let leave: () => void = () => undefined;
    this.#state = 'running';
    try {
      if (!(await this.#admitAgain())) return;
      if (!isGreeting) await port.countMessage();
      leave = port.enter();
      const { signal } = this.#left;
      const asked = { conversationId: this.#conversationId, message, clientMessageId, withTools, signal };
      outcome = await this.#answer(asked, teller);
    } catch (failure) {
      if (this.#isClosed()) return;
      // Another client is being greeted, or has been.
      const isGreeted = !this.#isNew && isCode(failure, 'conversation_busy', 'validation_failed');
      if (isGreeting && !isGreeted) return await this.#failToGreet(failure);
      if (isCode(failure, 'conversation_finished')) return this.#end('other');
      if (isCode(failure, 'not_found')) return this.#endErased(failure);
      if (isCode(failure, 'rate_limited') && dialect.kind === 'session-connect')
        return this.#close(closingOf(dialect.kind, failure, 'open'));
      if (!isGreeting) this.#send(teller.tell(errorFrame(failure, logger)));
    } finally {
      leave();
      if (!this.#isClosed()) this.#state = 'idle';
    }
    this.#activeAtMs = timers.now();
    this.#send(teller.over(outcome?.isDuplicate ?? false));
    if (outcome && this.#endsWith(outcome)) return;
    if (this.#isDraining) return this.stopNow();
    if (this.#looksLeft > 0) await this.#look();
    else if (outcome?.backgroundPending) this.#lookIn(pendingMs);
  }

  /**
   * Tells the answer to a message. One that was taken before, by a turn that still runs, is asked again until that turn has ended: nobody
   * else tells this client of it.
   */
  async #answer(asked: AskedTurn, teller: TurnTeller): Promise<WorkspaceTurnOutcome | undefined> {
    const { port, timers } = this.#options;
    const beganAtMs = timers.now();
    for (let isBegun = false; ;) {
      let outcome: WorkspaceTurnOutcome | undefined;
      for await (const frames of toFrames(heardBy(port.turn(asked), (last) => (outcome = last)))) {
        if (!isBegun) this.#send(teller.begun());
        isBegun = true;
        this.#send(frames.flatMap((frame) => teller.tell(frame)));
      }
      if (!isUnanswered(outcome) || timers.now() - beganAtMs >= idleMs) return outcome;
      // The client repeats it to another gateway.
      if (this.#isDraining) this.stopNow();
      else await this.#pause(againMs);
      if (!(await this.#admitAgain())) return outcome;
    }
  }

  async #failToGreet(failure: unknown): Promise<void> {
    const { dialect, port, isResumed } = this.#options;
    this.#report(failure);
    this.#close(closingOf(dialect.kind, failure, isResumed ? 'resuming' : 'opening'));
    if (this.#isNew && dialect.kind === 'text-stream')
      await port.discard(this.#conversationId).catch(() => undefined);
  }

  /** Tells what the agent has said by itself. One look at a time; during a turn there is none: the turn tells it. */
  async #look(): Promise<void> {
    const { port, dialect, withTools, timers } = this.#options;
    if (this.#state !== 'idle' || this.#isLooking || this.#looksLeft === 0) return;
    this.#isLooking = true;
    this.#looksLeft -= 1;
    const wakes = this.#wakes;
    let isPending = false;
    try {
      const outcome = await port.collect(this.#conversationId, this.#left.signal);
      if (this.#isClosed()) return;
      this.#send(dialect.late(framesOfLate(outcome), withTools));
      if (outcome.output.length > 0) {
        this.#activeAtMs = timers.now();
        if (wakes === this.#wakes) this.#looksLeft = 0;
      }
      if (this.#endsWith(outcome)) return;
      isPending = outcome.backgroundPending;
    } catch (failure) {
      if (this.#isClosed()) return;
      if (isCode(failure, 'not_found')) return this.#endErased(failure);
      this.#report(failure);
      isPending = true;
    } finally {
      this.#isLooking = false;
    }
    if (this.#looksLeft > 0) this.#lookIn(againMs);
    else if (isPending) this.#lookIn(pendingMs);
  }

  #lookIn(ms: number): void {
    this.#stopLook();
    if (this.#isClosed()) return;
    this.#stopLook = this.#options.timers.after(ms, () => {
      this.#looksLeft = Math.max(this.#looksLeft, 1);
      this.#run(() => this.#look());
    });
  }

  /** Shorter where the socket is closed. */
  async #pause(ms: number): Promise<void> {
    const { signal } = this.#left;
    if (signal.aborted) return;
    await new Promise<void>((resolve) => {
      const go = (): void => {
        stop();
        signal.removeEventListener('abort', go);
        resolve();
      };
      const stop = this.#options.timers.after(ms, go);
      signal.addEventListener('abort', go);
    });
  }

  /** Work that nobody waits for. */
  #run(work: () => Promise<void>): void {
    work().catch((failure: unknown) => {
      this.#report(failure);
      this.#close(closings.internal);
    });
  }

  async #beat(): Promise<void> {
    const { wire, dialect, timers } = this.#options;
    if (!wire.isAlive()) return this.#close(closings.tooSlow);
    if (this.#state === 'idle' && timers.now() - this.#activeAtMs >= idleMs)
      return this.#end('other', closings.idle);
    if (await this.#admitAgain()) this.#send([dialect.ping]);
  }

  /** Asked by time, also of a socket on which something happens all the time. @returns false: it is closed */
  async #admitAgain(): Promise<boolean> {
    const { timers, port, dialect } = this.#options;
    const nowMs = timers.now();
    const ageMs = nowMs - this.#admittedAtMs;
    // One in the future was taken before the clock was set back.
    if (ageMs >= beatMs || ageMs < 0) {
      try {
        await port.admit();
        // Not when the answer came: the next beat would be too early to ask again.
        this.#admittedAtMs = nowMs;
      } catch (failure) {
        if (!this.#isClosed()) this.#close(closingOf(dialect.kind, failure, 'open'));
      }
    }
    return !this.#isClosed();
  }

  #refuse(why: string): void {
    this.#refused += 1;
    if (this.#refused > maxRefused) return this.#close(closings.hostile);
    this.#send(this.#options.dialect.refused(why, this.#state === 'idle'));
  }

  #endsWith({ conversation }: WorkspaceTurnOutcome): boolean {
    const { status, completionReason } = present(conversation);
    if (completionReason === undefined) return false;
    this.#end(statuses.fromProto(status) === 'completed' ? 'completed' : 'other');
    return true;
  }

  /** The conversation is gone with its person. */
  #endErased(failure: unknown): void {
    this.#end('other', closingOf(this.#options.dialect.kind, failure, 'resuming'));
  }

  #end(why: Ending, closing: Closing = closings.normal): void {
    this.#send(this.#options.dialect.ended(why));
    this.#close(closing);
  }

  #send(frames: readonly Frame[]): void {
    const { wire } = this.#options;
    for (const frame of frames) {
      if (this.#isClosed()) return;
      if (wire.unsentBytes() > maxUnsentBytes) return this.#close(closings.tooSlow);
      wire.send(JSON.stringify(frame));
    }
  }

  #close(closing: Closing): void {
    if (this.#isClosed()) return;
    this.#leave();
    this.#options.wire.close(closing);
  }

  #leave(): void {
    this.#state = 'closed';
    this.#early = [];
    this.#stopBeats();
    this.#stopLook();
    this.#left.abort(new Error('the socket is closed'));
  }

  #isClosed(): boolean {
    return this.#state === 'closed';
  }

  #report(failure: unknown): void {
    // It logs what nobody expects.
    errorFrame(failure, this.#options.logger);
  }
}

const binary = { type: 'refused', why: 'The frame must be text.' } as const;

/** A message that a turn has taken which is not over. */
function isUnanswered(outcome: WorkspaceTurnOutcome | undefined): boolean {
  return (
    outcome !== undefined && outcome.isDuplicate && outcome.output.length === 0 && outcome.backgroundPending
  );
}

/** The responses as they are; `take` gets the outcome. */
async function* heardBy(
  responses: AsyncIterable<TakeWorkspaceTurnResponse>,
  take: (outcome: WorkspaceTurnOutcome) => void,
): AsyncGenerator<TakeWorkspaceTurnResponse, void, void> {
  for await (const response of responses) {
    if (response.outcome) take(response.outcome);
    yield response;
  }
}
