import type { Clock } from '@svc/kernel';
import type { ToolCall } from '../input/tool-call.js';
import type { TurnContext } from '../input/turn-request.js';
import type { ModelPort } from '../model/model-port.js';
import type { SpeechPolicy } from '../protocol/speech-policy.js';
import type { Commit, TurnCommand, TurnEnd } from '../protocol/turn-command.js';
import type { ToolFact, TurnFact } from '../protocol/turn-fact.js';
import type { TurnSignal } from '../protocol/turn-signal.js';
import type { TurnRecorder } from '../recording/turn-recorder.js';
import { ruleByAll } from '../speech/rule-by-all.js';
import { maxBackgroundWaitMs } from '../turn/call-tool.js';
import { TurnMachine } from '../turn/turn-machine.js';
import { Inbox } from './inbox.js';
import { LiveTool, noTools, type ToolPort } from './live-tool.js';
import type { TurnTimers } from './turn-timers.js';
import { LiveCall, PortDefect } from './live-call.js';

/** All side effects of a turn. */
export interface TurnPorts {
  readonly model: ModelPort;
  /** Gets every call, also those of a turn that fails. */
  readonly recorder: TurnRecorder;
  readonly clock: Clock;
  readonly timers: TurnTimers;
  /** Absent: each call fails. */
  readonly tools?: ToolPort;
  /**
   * Gets time that tools may take, in ms, when the turn begins to wait for one: it is nobody else's. What the tool has not used is
   * taken back at its end, as a negative number.
   */
  readonly onToolTime?: (ms: number) => void;
  /** Rule on the agent's text, in this order. Without policies each piece is sent as it comes. */
  readonly policies?: readonly SpeechPolicy[];
  /** The user hears nothing before the message. */
  readonly suppressesFillers?: boolean;
  /** What it throws is rethrown. Nobody then knows whether the commit was stored. */
  readonly commit: (commit: Commit) => Promise<CommitAnswer>;
}

/** `refused`: nothing is stored or ever will be, with the reason. */
export type CommitAnswer = 'acknowledged' | { readonly refused: Error };

/** Carries out the commands of a machine and feeds it what comes of them. */
export class Driver {
  /** Whether a commit was requested whose outcome is not known. */
  isUnsettled = false;
  /** Of the model port; the call is recorded as failed. */
  defect: PortDefect | null = null;
  readonly #machine: TurnMachine;
  readonly #inbox = new Inbox();
  readonly #calls = new Map<string, LiveCall>();
  readonly #tools = new Map<string, LiveTool>();
  /** By call: since when the turn waits for it, and how long it may. */
  readonly #waits = new Map<string, { readonly sinceMs: number; readonly atMostMs: number }>();
  readonly #timers = new Map<string, () => void>();
  #commit: Promise<void> = Promise.resolve();
  /** Those under way. */
  #commits = 0;
  /** Why no commit is stored any more: an earlier one was refused. */
  #refused: Error | null = null;
  #atMs = -Infinity;
  #isCancelled = false;
  readonly #wake = (): void => this.#inbox.wake();

  constructor(
    context: TurnContext,
    readonly ports: TurnPorts,
    readonly signal: AbortSignal,
  ) {
    this.#machine = new TurnMachine(context, ports.model, ports.recorder);
    signal.addEventListener('abort', this.#wake);
  }

  /** Yields signals as they happen. Ending the iteration early, or an error, ends what runs. */
  async *run(first: TurnFact): AsyncGenerator<TurnSignal, TurnEnd, void> {
    try {
      for (let fact = first; ; fact = await this.#next()) {
        for (const command of this.#feed(fact)) {
          if (command.type === 'tell') yield command.signal;
          else if (command.type === 'end-turn') return command.end;
          else this.#carryOut(command);
        }
      }
    } finally {
      await this.#stop();
    }
  }

  #feed(fact: TurnFact): readonly TurnCommand[] {
    this.#atMs = Math.max(this.#atMs, this.ports.clock.now());
    return this.#machine.feed({ ...fact, atMs: this.#atMs });
  }

  /** @throws what the commit has thrown */
  async #next(): Promise<TurnFact> {
    for (;;) {
      if (this.signal.aborted && !this.#isCancelled) {
        this.#isCancelled = true;
        return { type: 'cancelled' };
      }
      const fact = this.#inbox.take();
      if (fact !== undefined) return fact;
      if (this.#calls.size + this.#tools.size + this.#timers.size === 0 && this.#commits === 0)
        throw new TypeError('The turn waits for nothing that can come.');
      // Only now: a piece is passed on before the next one is asked for.
      for (const call of this.#calls.values()) call.ask();
      await this.#inbox.come();
    }
  }

  #carryOut(command: Exclude<TurnCommand, { readonly type: 'tell' | 'end-turn' }>): void {
    const { id } = command;
    switch (command.type) {
      case 'call-model':
        this.#calls.set(id, new LiveCall(this.ports.model, command.request, this.signal, this.#came));
        break;
      case 'stop-model':
        void this.#calls.get(id)?.stop();
        break;
      case 'cancel':
        void this.#calls.get(id)?.cancel();
        this.#timers.get(id)?.();
        this.#timers.delete(id);
        this.#tools.get(id)?.cut();
        this.#tools.delete(id);
        this.#waited(id);
        // It may be a call of an earlier turn.
        this.ports.tools?.cancel?.(id);
        break;
      case 'set-timer':
        this.#timers.set(
          id,
          this.ports.timers.after(command.afterMs, () => {
            this.#timers.delete(id);
            this.#inbox.put({ type: 'timer-fired', id });
          }),
        );
        break;
      case 'call-tool': {
        const { tools = noTools, timers } = this.ports;
        this.#waits.set(id, { sinceMs: this.ports.clock.now(), atMostMs: waitOf(command.call) });
        this.ports.onToolTime?.(waitOf(command.call));
        this.#tools.set(id, new LiveTool({ tools, timers, signal: this.signal }, command.call, this.#landed));
        break;
      }
      case 'rule':
        this.#inbox.putFirst({
          type: 'ruled',
          id,
          ...ruleByAll(this.ports.policies ?? [], command.unsaid, command.message),
        });
        break;
      case 'commit':
        this.isUnsettled = true;
        this.#commits += 1;
        // One after the other: each builds on the one before.
        this.#commit = this.#commit.then(() => this.#store(id, command.commit));
    }
  }

  /** The costs of abandoned calls are still recorded. */
  async #stop(): Promise<void> {
    this.signal.removeEventListener('abort', this.#wake);
    for (const cancel of this.#timers.values()) cancel();
    for (const tool of this.#tools.values()) tool.leave();
    await this.#commit;
    await Promise.all([...this.#calls.values()].map((call) => call.cancel()));
    for (const fact of this.#inbox.rest()) if (fact.type === 'model-attempted') this.#feed(fact);
  }

  readonly #landed = (fact: ToolFact): void => {
    this.#tools.delete(fact.id);
    this.#waited(fact.id);
    this.#inbox.put(fact);
  };

  /** The turn waits for the tool no longer: what is left of its time is taken back. */
  #waited(id: string): void {
    const wait = this.#waits.get(id);
    if (wait === undefined) return;
    this.#waits.delete(id);
    const usedMs = this.ports.clock.now() - wait.sinceMs;
    this.ports.onToolTime?.(Math.min(usedMs, wait.atMostMs) - wait.atMostMs);
  }

  readonly #came = (fact: TurnFact): void => {
    if (fact.type === 'model-failed' && fact.failure instanceof PortDefect) this.defect ??= fact.failure;
    if ('id' in fact && this.#calls.get(fact.id)?.isOver) this.#calls.delete(fact.id);
    this.#inbox.put(fact);
  };

  /** An abandoned turn is not stored. */
  async #store(id: string, commit: Commit): Promise<void> {
    const { signal } = this;
    const isAbandoned = signal.aborted && commit.contents.type === 'turn';
    const refused = this.#refused ?? (isAbandoned ? (signal.reason as Error) : null);
    try {
      const answer = refused === null ? await this.ports.commit(commit) : { refused };
      this.isUnsettled = false;
      if (answer !== 'acknowledged') this.#refused = answer.refused;
      this.#inbox.put(
        answer === 'acknowledged'
          ? { type: 'commit-acknowledged', id }
          : { type: 'commit-refused', id, failure: answer.refused },
      );
    } catch (error) {
      this.#inbox.fail(error);
    } finally {
      this.#commits -= 1;
    }
  }
}

/** How long a turn waits for a tool, in ms. */
function waitOf({ isBackground, timeoutMs }: ToolCall): number {
  return isBackground ? Math.min(timeoutMs, maxBackgroundWaitMs) : timeoutMs;
}
