import type { ActionState, StateName } from '../graph/context-graph.js';
import { depthFrom } from '../graph/graph-index.js';
import type { Turn } from './turn.js';

/**
 * Decides in which action states a turn judges the exits: in the first one, and in those that it enters if there was user text
 * or an event, which may already answer the state's question. Each state is judged once, so a turn never loops. Their number is
 * bounded by the depth of the graph and by the limits.
 */
export class JudgedExits {
  readonly #judged = new Set<StateName>();
  #depth: number | undefined;

  constructor(
    private readonly turn: Turn,
    private readonly first: ActionState,
  ) {}

  /** Called once for each action state that the turn reaches, in order. */
  areJudgedIn({ name, exitConditions: exits }: ActionState): boolean {
    const { kind } = this.turn.request.input;
    const isFirst = this.#judged.size === 0;
    const isJudged = isFirst
      ? kind !== 'greeting'
      : kind !== 'skip' && exits.length > 0 && !this.#judged.has(name) && this.#judged.size <= this.#most();
    if (isFirst || isJudged) this.#judged.add(name);
    return isJudged;
  }

  /** Of entered states; the first state is not counted. */
  #most(): number {
    const { maxJudgedEntries } = this.turn.request.limits;
    // Computed only if needed: it walks the whole graph, which may be large.
    this.#depth ??= depthFrom(this.turn.states, this.first.name);
    return Math.min(maxJudgedEntries, this.#depth);
  }
}
