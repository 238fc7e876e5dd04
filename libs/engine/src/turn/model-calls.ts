import type { Commands } from '../commands/commands.js';
import type { GraphState } from '../graph/context-graph.js';
import { stateId } from '../graph/state-id.js';
import type { InteractionInput } from '../input/turn-request.js';
import { contextTokensOf } from '../model/context-size.js';
import type { ModelIdentity, ModelPort } from '../model/model-port.js';
import type { CallKind, Choice } from '../model/model-task.js';
import type { RecordedRequest } from '../protocol/recorded-call.js';
import type { OpenCall, TurnRecorder } from '../recording/turn-recorder.js';

/** Names of models, and what they are asked with. */
export type ModelNames = Pick<ModelPort, 'name' | 'settings' | 'identityOf'>;

/** Which model a turn asks, how much that takes in, and how each call is named and recorded. */
export class ModelCalls {
  /** Size of the last prompt that a model found too long. */
  #refusedTokens = Infinity;

  constructor(
    private readonly models: ModelNames,
    private readonly recorder: TurnRecorder,
    private readonly commands: Pick<Commands, 'nextId'>,
    private readonly input: InteractionInput,
  ) {}

  modelFor(kind: CallKind): ModelIdentity {
    return this.models.identityOf?.(kind) ?? this.models;
  }

  /** Context size of the model for this kind of call, in tokens. */
  contextTokens(kind: CallKind): number {
    return Math.min(contextTokensOf(this.modelFor(kind)), this.#refusedTokens);
  }

  /** Whether a model has found a prompt of this turn too long. */
  get wasRefused(): boolean {
    return this.#refusedTokens < Infinity;
  }

  refusedPrompt(tokens: number): void {
    this.#refusedTokens = tokens;
  }

  begin(
    kind: CallKind,
    state: GraphState,
    choices: readonly Pick<Choice, 'id' | 'text'>[],
    request: Omit<RecordedRequest, 'settings'>,
  ): OpenCall {
    const { name, settings } = this.modelFor(kind);
    const id = this.commands.nextId(`m.${kind}.${stateId(state.name)}`);
    return this.recorder.begin({ id, kind, state, choices, input: this.input }, name, {
      ...request,
      settings,
    });
  }
}
