import type { GraphState } from '../graph/context-graph.js';
import type { ChannelKind } from '../graph/speech-rules.js';
import type { SaidFiller } from '../protocol/turn-result.js';
import type { CurrentAgentAction } from '../protocol/turn-signal.js';
import { Channel } from '../runtime/channel.js';
import { planOfHint, type FillerPlan } from '../speech/filler-plan.js';

/** Something that the user waits for, and what they hear meanwhile. */
export class Wait {
  #used = 0;
  #dueAtMs: number;

  constructor(
    readonly plan: FillerPlan,
    beganAtMs: number,
  ) {
    this.#dueAtMs = beganAtMs + plan.firstAfterMs;
  }

  /** When the next phrase is to be said; null once all are used. */
  get dueAtMs(): number | null {
    return this.#used < this.plan.phrases.length ? this.#dueAtMs : null;
  }

  /** Uses the next phrase. */
  next(nowMs: number): string {
    this.#dueAtMs = nowMs + this.plan.everyMs;
    return this.plan.phrases[this.#used++] ?? '';
  }
}

/** What a turn is waiting for, from the outside in. Only the innermost of it is spoken of. */
export class Waits {
  /** Gets something when another wait may be the innermost. */
  readonly changed = new Channel<null>();
  readonly said: SaidFiller[] = [];
  /** What was last told to have begun. */
  begun: CurrentAgentAction | null = null;
  /** The state where the turn is. */
  state: GraphState | null = null;
  /** Of the state, on the conversation's channel: it stands for all waits there. Undefined where nothing overrides them. */
  #ofState: Wait | null | undefined;
  /** Of the exit or action that was chosen, until the first word. */
  #ofChoice: Wait | null = null;
  readonly #inner: Wait[] = [];

  constructor(
    readonly channel: ChannelKind | null,
    readonly languages: readonly (string | null)[],
  ) {}

  /** What is spoken of now; null where the user hears nothing. */
  get current(): Wait | null {
    return this.#ofState === undefined ? (this.#inner.at(-1) ?? this.#ofChoice) : this.#ofState;
  }

  entered(state: GraphState, nowMs: number): void {
    this.state = state;
    const hint = this.#overrideIn(state);
    this.#ofState = hint === null ? undefined : waitFor(planOfHint(hint, this.languages), nowMs);
    this.changed.put(null);
  }

  /** @param plan null: what the last choice said goes on */
  chose(plan: FillerPlan | null, nowMs: number): void {
    if (plan === null) return;
    this.#ofChoice = waitFor(plan, nowMs);
    this.changed.put(null);
  }

  begins(plan: FillerPlan, nowMs: number): Wait {
    const wait = new Wait(plan, nowMs);
    this.#inner.push(wait);
    this.changed.put(null);
    return wait;
  }

  ends(wait: Wait): void {
    const place = this.#inner.lastIndexOf(wait);
    if (place >= 0) this.#inner.splice(place, 1);
    this.changed.put(null);
  }

  #overrideIn(state: GraphState) {
    if (this.channel === null || !('channelOverrides' in state)) return null;
    return state.channelOverrides[this.channel]?.progress ?? null;
  }
}

function waitFor(plan: FillerPlan | null, nowMs: number): Wait | null {
  return plan === null ? null : new Wait(plan, nowMs);
}
