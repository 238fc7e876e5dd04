import type { ActionState, StateName } from '../graph/context-graph.js';
import { depthFrom } from '../graph/graph-index.js';
import type { TurnWalk } from './turn-walk.js';

/**
 * Of which action states a turn judges the exits: of the one where it begins, and of those that it enters, as long as the
 * user has said something or something has happened, which may answer already what would be asked there. Each is judged
 * once, so that a turn never goes round, and no more of them than the graph is deep and the limits allow.
 */
export class JudgedExits {
  readonly #judged = new Set<StateName>();
  #depth: number | undefined;

  constructor(
    private readonly walk: TurnWalk,
    private readonly first: ActionState,
  ) {}

  /** Asked once for each action state that the turn comes to, in their order. */
  areJudgedIn({ name, exit_conditions: exits }: ActionState): boolean {
    const { kind } = this.walk.request.input;
    const isFirst = this.#judged.size === 0;
    const isJudged = isFirst
      ? kind !== 'greeting'
      : kind !== 'skip' && exits.length > 0 && !this.#judged.has(name) && this.#judged.size <= this.#most();
    if (isFirst || isJudged) this.#judged.add(name);
    return isJudged;
  }

  /** Of states that are entered: the first one counts in addition. */
  #most(): number {
    const { maxJudgedEntries = 0 } = this.walk.request.limits;
    // All of the graph is gone through for it, and it may be large.
    this.#depth ??= depthFrom(this.walk.states, this.first.name);
    return Math.min(maxJudgedEntries, this.#depth);
  }
}
