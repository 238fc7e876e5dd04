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
import type { OpenSpan } from '@svc/telemetry';
import type { ModelObserver } from './model-observer.js';

/** Measures the calls of a port. */
export class ObservedPort implements ModelPort {
  readonly name: string;
  readonly settings: ModelPort['settings'];

  constructor(
    private readonly port: ModelPort,
    private readonly observer: ModelObserver,
  ) {
    this.name = port.name;
    this.settings = port.settings;
  }

  identityOf(kind: CallKind): ModelIdentity {
    return this.port.identityOf?.(kind) ?? this.port;
  }

  async judge(
    request: JudgeRequest,
    signal: AbortSignal,
    onAttempt: AttemptListener,
    onChoice: ChoiceListener = () => undefined,
  ): Promise<Judgement> {
    const span = this.#open(request);
    const chosen = this.observer.metrics.untilChoice(this.observer.model);
    const measured: ChoiceListener = (choice) => {
      chosen();
      onChoice(choice);
    };
    try {
      const judgement = await span.run(() =>
        this.port.judge(request, signal, this.observer.measured(span, onAttempt), measured),
      );
      span.end();
      return judgement;
    } catch (error) {
      span.end(error);
      throw error;
    }
  }

  async *generate(
    request: WordsRequest,
    signal: AbortSignal,
    onAttempt: AttemptListener,
  ): AsyncGenerator<string, void, void> {
    const span = this.#open(request);
    // A summary is not streamed to a user.
    const isSaid = request.task.type === 'engage';
    const first = isSaid ? this.observer.metrics.untilFirstPiece(this.observer.model) : () => undefined;
    let error: unknown;
    try {
      const pieces = span.run(() =>
        this.port.generate(request, signal, this.observer.measured(span, onAttempt)),
      );
      for await (const piece of pieces) {
        first();
        yield piece;
      }
    } catch (thrown) {
      error = thrown;
      throw thrown;
    } finally {
      span.end(error);
    }
  }

  onUnusedMessage({ reason }: UnusedMessage): void {
    this.observer.metrics.onUnusedMessage(this.observer.model, reason);
  }

  #open({ task, callId }: JudgeRequest | WordsRequest): OpenSpan {
    return this.observer.open(callId, task.type === 'judge' ? 'json' : 'text');
  }
}
