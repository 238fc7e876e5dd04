import { Commands } from '../commands/commands.js';
import type {
  ActionState,
  DecisionState,
  ExitCondition,
  GraphState,
  Place,
  StateName,
} from '../graph/context-graph.js';
import { indexStates, nearerExits, outlineOf, type StateIndex } from '../graph/graph-index.js';
import type { TurnRequest } from '../input/turn-request.js';
import type { Scene } from '../model/model-task.js';
import type { TimedFact, TurnBegan } from '../protocol/turn-fact.js';
import { characters, transcriptWindow } from '../prompt/transcript-window.js';
import { Channel } from '../runtime/channel.js';
import type { TurnRecorder } from '../recording/turn-recorder.js';
import { ModelCalls, type ModelNames } from './model-calls.js';
import { Path } from './path.js';
import { TurnTools } from '../tools/turn-tools.js';
import { TurnError } from './turn-error.js';

/** One turn: what it began with, and the parts in which its scripts note what they do. */
export class Turn {
  readonly commands: Commands;
  readonly calls: ModelCalls;
  readonly path: Path;
  readonly tools: TurnTools;
  /** Time of the latest fact, in ms since the Unix epoch. */
  nowMs: number;
  readonly states: StateIndex;
  /** Whether policies rule on the agent's text. */
  readonly isGated: boolean;
  /** Gets the cancellation of the turn. */
  readonly stops = new Channel<'cancelled'>();
  readonly #scene: Omit<Scene, 'newThoughts' | 'tools'>;

  constructor(
    readonly request: TurnRequest,
    models: ModelNames,
    readonly recorder: TurnRecorder,
    {
      atMs: startedAtMs,
      isGated,
      utcOffsetMinutes,
    }: Omit<TimedFact & TurnBegan, 'type' | 'input' | 'interactionId'>,
  ) {
    this.isGated = isGated ?? false;
    const { agent, user, input, graph, limits, summary, interactionId } = request;
    this.commands = new Commands(interactionId);
    this.calls = new ModelCalls(models, recorder, this.commands, input);
    this.path = new Path(this.commands);
    this.tools = new TurnTools(request, (note) => recorder.note(note));
    this.nowMs = startedAtMs;
    this.states = indexStates(graph);
    this.#scene = {
      agent,
      graph: outlineOf(graph),
      startedAtMs,
      ...(utcOffsetMinutes === undefined ? {} : { utcOffsetMinutes }),
      user,
      input,
      ...(summary === null || summary.text === '' ? {} : { summary: summary.text }),
      transcript: transcriptWindow(request.transcript, characters(limits.maxTranscriptCharacters)),
    };
  }

  /** The conversation as the models see it now. */
  scene(): Scene {
    const tools = this.tools.scene();
    const scene = { ...this.#scene, newThoughts: this.path.innerThoughts };
    return tools === undefined ? scene : { ...scene, tools };
  }

  /** Actions tried in a state before this turn; empty for a state that the turn has entered. */
  triedIn(state: StateName): readonly string[] {
    const { place, tried } = this.request;
    return state === place?.state && !this.path.hasMoved ? tried : [];
  }

  /** Where a state is visited twice: otherwise decisions could loop for ever. */
  nearerExits(state: DecisionState): readonly ExitCondition[] {
    return nearerExits(this.states, state);
  }

  state(name: StateName): GraphState {
    const state = this.states.get(name);
    if (state === undefined) throw new TurnError('unknown_state', `state "${name}" is not in the graph`);
    return state;
  }

  /** @throws TurnError for a place in another graph: a conversation has one */
  stateAt({ graph: [id, version], state }: Place): ActionState {
    const [ownId, ownVersion] = this.request.graphVersion;
    if (id !== ownId || version !== ownVersion)
      throw new TurnError(
        'unknown_state',
        `the place is in version ${version} of graph ${id}, which is not loaded`,
      );
    return this.actionState(state);
  }

  actionState(name: StateName): ActionState {
    const state = this.state(name);
    if (state.type !== 'action') throw new TurnError('unknown_state', `state "${name}" is no action state`);
    return state;
  }
}
