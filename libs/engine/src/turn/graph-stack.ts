import type {
  ContextGraph,
  GraphState,
  NextState,
  Place,
  StateName,
  VersionInfo,
  Visit,
} from '../graph/context-graph.js';
import { indexStates, type StateIndex } from '../graph/graph-index.js';
import { onChannel } from '../graph/on-channel.js';
import type { LoadedGraph, TurnContext } from '../input/turn-request.js';
import { TurnError } from './turn-error.js';

/** The graph that a turn walks, and the places of other graphs to come back to. */
export class GraphStack {
  /** Null until it is needed: the place of a turn may be in no graph that is there. */
  #here: LoadedGraph | null = null;
  #returns: readonly Place[];

  constructor(
    private readonly context: Pick<
      TurnContext,
      'graph' | 'graphVersion' | 'graphs' | 'place' | 'returns' | 'channel'
    >,
  ) {
    this.#returns = context.returns;
  }

  get graph(): ContextGraph {
    return this.#loadedHere().graph;
  }

  get version(): VersionInfo {
    return this.#loadedHere().version;
  }

  get states(): StateIndex {
    return indexStates(this.graph);
  }

  /** Places to come back to, the outermost first; empty in the graph of the conversation itself. */
  get returns(): readonly Place[] {
    return this.#returns;
  }

  /** @throws TurnError */
  state(name: StateName): GraphState {
    const state = this.states.get(name);
    if (state === undefined) throw new TurnError('unknown_state', `state "${name}" is not in the graph`);
    return state;
  }

  placeOf(state: StateName): Place {
    return { graph: this.version, state };
  }

  /** A state of any of the graphs, as one text. */
  idOf(state: StateName): string {
    return JSON.stringify([...this.version, state]);
  }

  /** Whether a state of this graph ends the conversation. */
  isEnd(state: StateName): boolean {
    return this.#returns.length === 0 && state === this.graph.terminalState;
  }

  /** Whether a state ends the visit of this graph. */
  endsVisit({ name }: GraphState): boolean {
    return this.#returns.length > 0 && name === this.graph.terminalState;
  }

  /** Where the next state is. */
  placeBehind(next: NextState): Place {
    return typeof next === 'string'
      ? this.placeOf(next)
      : { graph: this.#versionOf(next), state: next.state };
  }

  /** Goes on in the next state, of this graph or of the one that is visited. @throws TurnError */
  enter(next: NextState): GraphState {
    if (typeof next === 'string') return this.state(next);
    const back = this.placeOf(next.backTo);
    this.#here = this.#loaded(this.#versionOf(next));
    this.#returns = [...this.#returns, back];
    return this.state(next.state);
  }

  /** Comes back from a visit. @returns where to */
  leave(): Place {
    const back = this.#returns.at(-1);
    if (back === undefined) throw new TypeError('No other graph is visited.');
    this.#here = this.#loaded(back.graph);
    this.#returns = this.#returns.slice(0, -1);
    return back;
  }

  #versionOf({ reference }: Visit): VersionInfo {
    const version = this.graph.references[reference];
    if (version === undefined)
      throw new TurnError('unknown_state', `the graph does not refer to "${reference}"`);
    return version;
  }

  #loadedHere(): LoadedGraph {
    const { graphVersion, place } = this.context;
    return (this.#here ??= this.#loaded(place === null ? graphVersion : place.graph));
  }

  #loaded(version: VersionInfo): LoadedGraph {
    const { graph, graphVersion, graphs } = this.context;
    const all = [{ graph, version: graphVersion }, ...graphs];
    const loaded = all.find((one) => isSame(one.version, version));
    if (loaded === undefined)
      throw new TurnError('unknown_state', `version ${version[1]} of graph ${version[0]} is not loaded`);
    return { ...loaded, graph: onChannel(loaded.graph, this.context.channel) };
  }
}

export function isSamePlace(one: Place, other: Place): boolean {
  return one.state === other.state && isSame(one.graph, other.graph);
}

function isSame([id, version]: VersionInfo, [otherId, otherVersion]: VersionInfo): boolean {
  return id === otherId && version === otherVersion;
}
