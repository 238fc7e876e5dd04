import type { ActionState, SpeakingState } from '../graph/context-graph.js';
import { depthFrom } from '../graph/graph-index.js';
import type { Turn } from './turn.js';
import { isHeld } from './held-states.js';

/**
 * Decides in which action states a turn judges the exits: in the one that it begins in, and in those that it enters if there was
 * user text or an event, which may already answer the state's question. Each state is judged once, so a turn never loops. Their
 * number is bounded by the depth of the graph and by the limits.
 */
export class JudgedExits {
  readonly #judged = new Set<string>();
  #depth: number | undefined;

  constructor(
    private readonly turn: Turn,
    private readonly first: SpeakingState,
  ) {}

  /** Called once for each action state that the turn reaches, in order. */
  areJudgedIn(state: ActionState): boolean {
    if (isHeld(this.turn, state)) return false;
    const { name, exitConditions: exits } = state;
    const { request, path, graphs } = this.turn;
    const { kind } = request.input;
    const isFirst = !path.hasMoved;
    const id = graphs.idOf(name);
    const isJudged = isFirst
      ? kind !== 'greeting'
      : 'text' in request.input &&
        exits.length > 0 &&
        !this.#judged.has(id) &&
        this.#judged.size <= this.#most();
    if (isFirst || isJudged) this.#judged.add(id);
    return isJudged;
  }

  /** Of entered states; the first state is not counted. */
  #most(): number {
    const { maxJudgedEntries } = this.turn.request.limits;
    // Computed only if needed: it walks the whole graph, which may be large.
    this.#depth ??= this.#depthOfGraph();
    return Math.min(maxJudgedEntries, this.#depth);
  }

  /** A walk through other graphs has the bound of the limits alone. */
  #depthOfGraph(): number {
    const { request, graphs } = this.turn;
    return request.graphs.length > 0 ? Infinity : depthFrom(graphs.states, this.first.name);
  }
}
