import type {
  AttemptListener,
  CallKind,
  EngageRequest,
  Judgement,
  JudgeRequest,
  ModelIdentity,
  ModelPort,
} from '@svc/engine';

/** The models of one turn: each kind of call may have another one. */
export class TurnPort implements ModelPort {
  readonly name: string;
  readonly settings: ModelPort['settings'];

  constructor(
    private readonly fallback: ModelPort,
    private readonly preferred: ReadonlyMap<CallKind, ModelPort>,
  ) {
    this.name = fallback.name;
    this.settings = fallback.settings;
  }

  identityOf(kind: CallKind): ModelIdentity {
    return this.#of(kind);
  }

  judge(request: JudgeRequest, signal: AbortSignal, onAttempt: AttemptListener): Promise<Judgement> {
    return this.#of(request.task.purpose).judge(request, signal, onAttempt);
  }

  generate(request: EngageRequest, signal: AbortSignal, onAttempt: AttemptListener): AsyncIterable<string> {
    return this.#of('engage').generate(request, signal, onAttempt);
  }

  #of(kind: CallKind): ModelPort {
    return this.preferred.get(kind) ?? this.fallback;
  }
}
