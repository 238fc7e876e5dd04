import type { StateName, VersionInfo } from '../graph/context-graph.js';
import { isSamePlace } from './graph-stack.js';
import { lostReason } from '../model/lost-reason.js';
import type { Commands } from '../commands/commands.js';
import type { CollectionRecord } from '../input/carried.js';
import type {
  DecisionRecord,
  Escalation,
  GuardrailBreach,
  SurfaceRequest,
  TransitionLog,
} from '../protocol/turn-result.js';

/** Where a turn has been and what it decided: the part of its result that grows on the way. */
export class Path {
  readonly #decisions: DecisionRecord[] = [];
  /** By the call that made the choice: reasons come after their choices. */
  readonly #reasons = new Map<string, string>();
  readonly #transitions: TransitionLog[] = [];
  readonly #innerThoughts: string[] = [];
  readonly #collections: CollectionRecord[] = [];
  readonly #breaches: GuardrailBreach[] = [];
  /** Forms that states have asked for. */
  readonly surfaces: SurfaceRequest[] = [];
  readonly escalations: Escalation[] = [];

  constructor(readonly commands: Pick<Commands, 'give'>) {}

  get transitions(): readonly TransitionLog[] {
    return [...this.#transitions];
  }

  get innerThoughts(): readonly string[] {
    return [...this.#innerThoughts];
  }

  /** In the order of their choices, each with its reason if that has come. */
  get decisions(): readonly DecisionRecord[] {
    return this.#decisions.map((decision) => ({ ...decision, reason: this.#reasonOf(decision) }));
  }

  /** Of the collection states that the turn was in, in their order. */
  get collections(): readonly CollectionRecord[] {
    return [...this.#collections];
  }

  /** What the turn has found out in that collection state before; undefined where it was not in it. */
  collectedIn(state: StateName, graph: VersionInfo): CollectionRecord | undefined {
    return this.#collections.findLast((one) => isSamePlace(one, { state, graph }));
  }

  collected(collection: CollectionRecord): void {
    this.#collections.push(collection);
  }

  /** Of the guardrails, in the order of the checks. */
  get breaches(): readonly GuardrailBreach[] {
    return [...this.#breaches];
  }

  broke(breaches: readonly GuardrailBreach[]): void {
    this.#breaches.push(...breaches);
  }

  /** Whether the turn has left the state that it began in. */
  get hasMoved(): boolean {
    return this.#transitions.length > 0;
  }

  decided(decision: DecisionRecord): void {
    this.#decisions.push(decision);
  }

  reasoned(callId: string, reason: string): void {
    this.#reasons.set(callId, reason);
  }

  /** @returns the index of the thought */
  thought(text: string): number {
    this.commands.give({ type: 'tell', signal: { type: 'inner-thought', text } });
    return this.#innerThoughts.push(text) - 1;
  }

  moved(transition: TransitionLog): void {
    this.#transitions.push(transition);
    const { previousState, previousGraphVersion, nextState, nextGraphVersion } = transition;
    const action = {
      type: 'navigate-state-machine-state-transitioned',
      prev_state: previousState,
      prev_state_state_machine_version_info: previousGraphVersion,
      next_state: nextState,
      next_state_state_machine_version_info: nextGraphVersion,
    } as const;
    this.commands.give({ type: 'tell', signal: { type: 'current-agent-action', action } });
    this.commands.give({ type: 'tell', signal: { type: 'state-transitioned', transition } });
  }

  #reasonOf({ callId, reason }: DecisionRecord): string {
    return callId === null ? reason : (this.#reasons.get(callId) ?? lostReason);
  }
}
