import type {
  AttemptListener,
  CallKind,
  ChoiceListener,
  Judgement,
  JudgeRequest,
  UnusedMessage,
  ModelIdentity,
  ModelPort,
  WordsRequest,
} from '@svc/engine';

import type { TryBudget } from './steady/try-budget.js';

/** The models of one turn. Each kind of call may have its own. */
export class TurnPort implements ModelPort {
  readonly name: string;
  readonly settings: ModelPort['settings'];
  readonly #identities = new Map<CallKind, ModelIdentity>();

  constructor(
    private readonly fallback: ModelPort,
    private readonly preferred: ReadonlyMap<CallKind, ModelPort>,
    private readonly budget?: Pick<TryBudget, 'extend'>,
  ) {
    this.name = fallback.name;
    this.settings = fallback.settings;
  }

  /** Fixed for the whole turn, even if the model's capabilities change: a turn replays by what its calls name. */
  identityOf(kind: CallKind): ModelIdentity {
    const known = this.#identities.get(kind);
    if (known !== undefined) return known;
    const port = this.#of(kind);
    const { name, settings } = port.identityOf?.(kind) ?? port;
    this.#identities.set(kind, { name, settings });
    return { name, settings };
  }

  judge(
    request: JudgeRequest,
    signal: AbortSignal,
    onAttempt: AttemptListener,
    onChoice?: ChoiceListener,
  ): Promise<Judgement> {
    return this.#of(request.task.purpose).judge(request, signal, onAttempt, onChoice);
  }

  generate(request: WordsRequest, signal: AbortSignal, onAttempt: AttemptListener): AsyncIterable<string> {
    return this.#of(request.task.type).generate(request, signal, onAttempt);
  }

  onToolTime(ms: number): void {
    this.budget?.extend(ms);
  }

  onUnusedMessage(message: UnusedMessage): void {
    this.#of('engage').onUnusedMessage?.(message);
  }

  #of(kind: CallKind): ModelPort {
    return this.preferred.get(kind) ?? this.fallback;
  }
}
