import { Commands } from '../commands/commands.js';
import type {
  CollectionState,
  DecisionState,
  ExitCondition,
  SpeakingState,
  StateName,
} from '../graph/context-graph.js';
import { isSpeaking, nearerExits, outlineOf } from '../graph/graph-index.js';
import type { TurnRequest } from '../input/turn-request.js';
import type { Scene } from '../model/model-task.js';
import type { TimedFact, TurnBegan } from '../protocol/turn-fact.js';
import { characters, transcriptWindow } from '../prompt/transcript-window.js';
import { Channel } from '../runtime/channel.js';
import type { TurnRecorder } from '../recording/turn-recorder.js';
import { ModelCalls, type ModelNames } from './model-calls.js';
import type { CollectionRecord } from '../input/carried.js';
import { GraphStack, isSamePlace } from './graph-stack.js';
import { Path } from './path.js';
import type { Speech } from '../speech/speech.js';
import { TurnTools } from '../tools/turn-tools.js';
import { TurnError } from './turn-error.js';
import { Waits } from './waits.js';

/** One turn: what it began with, and the parts in which its scripts note what they do. */
export class Turn {
  readonly commands: Commands;
  readonly calls: ModelCalls;
  readonly path: Path;
  readonly tools: TurnTools;
  /** Time of the latest fact, in ms since the Unix epoch. */
  nowMs: number;
  readonly graphs: GraphStack;
  /** Whether policies rule on the agent's text. */
  readonly isGated: boolean;
  /** Whether the user wants to hear nothing before the message. */
  readonly suppressesFillers: boolean;
  /** Gets the cancellation of the turn. */
  readonly stops = new Channel<'cancelled'>();
  /** Gets outcomes that come late and want to be heard before the first word. */
  readonly interrupts = new Channel<'landed'>();
  /** What the user waits for. */
  readonly waits: Waits;
  /** The message, once it is worded. */
  speech: Pick<Speech, 'hasBegun'> | null = null;
  readonly #scene: Omit<Scene, 'graph' | 'newThoughts' | 'tools'>;

  constructor(
    readonly request: TurnRequest,
    models: ModelNames,
    readonly recorder: TurnRecorder,
    {
      atMs: startedAtMs,
      isGated,
      utcOffsetMinutes,
      suppressesFillers,
    }: Omit<TimedFact & TurnBegan, 'type' | 'input' | 'interactionId'>,
  ) {
    this.isGated = isGated ?? false;
    this.suppressesFillers = suppressesFillers ?? false;
    const { agent, user, input, limits, summary, interactionId } = request;
    this.commands = new Commands(interactionId);
    this.calls = new ModelCalls(models, recorder, this.commands, input);
    this.path = new Path(this.commands);
    this.tools = new TurnTools(request, recorder);
    this.nowMs = startedAtMs;
    this.graphs = new GraphStack(request);
    this.waits = new Waits(request.channel, [user.preferredLanguage, agent.identity.default_spoken_language]);
    this.#scene = {
      agent,
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
    const graph = outlineOf(this.graphs.graph);
    const scene = { ...this.#scene, graph, newThoughts: this.path.innerThoughts };
    return tools === undefined ? scene : { ...scene, tools };
  }

  /** Actions tried in a state before this turn; empty for a state that the turn has entered. */
  triedIn(state: StateName): readonly string[] {
    const { place, tried } = this.request;
    return state === place?.state && !this.path.hasMoved ? tried : [];
  }

  /** Where a state is visited twice: otherwise decisions could loop for ever. */
  nearerExits(state: DecisionState): readonly ExitCondition[] {
    return nearerExits(this.graphs.states, state);
  }

  /** The state of the graph where the turn is. @throws TurnError */
  speakingState(name: StateName): SpeakingState {
    const state = this.graphs.state(name);
    if (!isSpeaking(state)) throw new TurnError('unknown_state', `state "${name}" is no state that speaks`);
    return state;
  }

  /** What a collection state knows before this turn; nothing in one that the turn has entered. */
  collectionIn({ name }: CollectionState): Pick<CollectionRecord, 'values' | 'turns'> {
    const { collection } = this.request;
    const isThere =
      collection !== null && !this.path.hasMoved && isSamePlace(collection, this.graphs.placeOf(name));
    return isThere ? collection : { values: {}, turns: 0 };
  }
}
