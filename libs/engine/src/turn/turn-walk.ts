import { distancesToAction, indexStates, outlineOf, type StateIndex } from '../graph/graph-index.js';
import type { ActionState, GraphState, StateName } from '../graph/context-graph.js';
import type { ModelIdentity, ModelPort } from '../model/model-port.js';
import type { CallKind, Scene } from '../model/model-task.js';
import type { TurnCommand } from '../protocol/turn-command.js';
import type { CommitFact, RulingFact } from '../protocol/turn-fact.js';
import type { TurnRecorder, CallScope, OpenCall } from '../recording/turn-recorder.js';
import type { RecordedRequest } from '../recording/recorded-call.js';
import { Channel } from '../runtime/channel.js';
import { OpenCalls } from './open-calls.js';
import { OpenTimers } from './open-timers.js';
import { PendingCalls } from './pending-calls.js';
import { TurnError } from './turn-error.js';
import type { TurnRequest } from './turn-request.js';
import { characters, transcriptWindow } from './transcript-window.js';
import type { DecisionRecord, TransitionLog } from './turn-result.js';
import type { TurnSignal } from './turn-signal.js';

/** The working state of one turn, shared by its scripts: its input, and its record so far. */
export class TurnWalk {
  readonly decisions: DecisionRecord[] = [];
  readonly transitions: TransitionLog[] = [];
  readonly innerThoughts: string[] = [];
  readonly states: StateIndex;
  readonly calls = new OpenCalls();
  /** Judgements with a known choice that still produce its reason. */
  readonly reasons = new PendingCalls();
  /** Gets the cancellation of the turn. */
  readonly stops = new Channel<'cancelled'>();
  /** Outcomes of commits. */
  readonly commits = new Channel<CommitFact>();
  /** Size of the last prompt that a model found too long. */
  refusedTokens = Infinity;
  /** Whether any of the message was sent. */
  hasSpoken = false;
  readonly timers: OpenTimers;
  /** Rulings of policies, and how many were requested. */
  readonly rulings = new Channel<RulingFact>();
  rulingsAsked = 0;
  readonly #commands: TurnCommand[] = [];
  #distances: ReadonlyMap<StateName, number> | undefined;
  readonly #scene: Omit<Scene, 'newThoughts'>;

  constructor(
    readonly request: TurnRequest,
    startedAtMs: number,
    readonly model: Pick<ModelPort, 'name' | 'settings' | 'identityOf'>,
    readonly recorder: TurnRecorder,
    /** Whether policies rule on the agent's text. */
    readonly isGated: boolean,
  ) {
    this.timers = new OpenTimers(request.interactionId);
    const { agent, user, input, graph, limits, summary } = request;
    this.states = indexStates(graph);
    this.#scene = {
      agent,
      graph: outlineOf(graph),
      startedAtMs,
      user,
      input,
      ...(summary === undefined ? {} : { summary }),
      transcript: transcriptWindow(request.transcript, characters(limits.maxTranscriptCharacters)),
    };
  }

  /** From each state to an action state. Computed on demand: few turns need it. */
  get distances(): ReadonlyMap<StateName, number> {
    return (this.#distances ??= distancesToAction(this.states));
  }

  command(command: TurnCommand): void {
    this.#commands.push(command);
  }

  tell(signal: TurnSignal): void {
    this.command({ type: 'tell', signal });
  }

  /** The commands since the last call. */
  takeCommands(): readonly TurnCommand[] {
    return this.#commands.splice(0);
  }

  beginCall(
    scope: Pick<CallScope, 'kind' | 'state' | 'choices'>,
    request: Omit<RecordedRequest, 'settings'>,
  ): OpenCall {
    const { interactionId, input } = this.request;
    const { name, settings } = this.modelFor(scope.kind);
    return this.recorder.begin({ ...scope, interactionId, input }, name, { ...request, settings });
  }

  modelFor(kind: CallKind): ModelIdentity {
    return this.model.identityOf?.(kind) ?? this.model;
  }

  /** Actions tried in a state before this turn; empty for a state that the turn has entered. */
  triedIn(state: StateName): readonly string[] {
    const { currentState, tried } = this.request;
    return state === currentState && this.transitions.length === 0 ? tried : [];
  }

  scene(): Scene {
    return { ...this.#scene, newThoughts: [...this.innerThoughts] };
  }

  state(name: StateName): GraphState {
    const state = this.states.get(name);
    if (state === undefined) throw new TurnError('unknown_state', `state "${name}" is not in the graph`);
    return state;
  }

  actionState(name: StateName): ActionState {
    const state = this.state(name);
    if (state.type !== 'action') throw new TurnError('unknown_state', `state "${name}" is no action state`);
    return state;
  }
}
