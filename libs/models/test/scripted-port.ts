import {
  ModelError,
  type AttemptListener,
  type EngageRequest,
  type Judgement,
  type JudgeRequest,
  type UnusedMessage,
  type ModelPort,
} from '@svc/engine';

/**
 * The outcome of a call: a failure at once, or pieces, with an optional failure after them. For a judgement the first piece is
 * the choice.
 */
export type Script = Error | { readonly says: readonly string[]; readonly fails?: ModelError };

const uncounted = {
  inputTokens: null,
  cachedInputTokens: null,
  cacheWriteTokens: null,
  outputTokens: null,
  reasoningTokens: null,
};

/** A port with scripted calls. */
export class ScriptedPort implements ModelPort {
  readonly settings = {};
  readonly requests: (JudgeRequest | EngageRequest)[] = [];
  readonly inVain: UnusedMessage[] = [];

  constructor(
    readonly name: string,
    private readonly scripts: readonly Script[],
  ) {}

  async judge(request: JudgeRequest, _signal: AbortSignal, onAttempt: AttemptListener): Promise<Judgement> {
    const { says, fails } = this.#next(request);
    told(onAttempt, says, fails);
    if (fails) throw fails;
    return { choice: says[0] ?? '', reason: 'scripted' };
  }

  async *generate(
    request: EngageRequest,
    _signal: AbortSignal,
    onAttempt: AttemptListener,
  ): AsyncGenerator<string, void, void> {
    const { says, fails } = this.#next(request);
    let isRead = false;
    try {
      yield* says;
      isRead = true;
    } finally {
      // Its reader may have stopped early.
      told(onAttempt, says, isRead ? fails : undefined);
    }
    if (fails) throw fails;
  }

  onUnusedMessage(message: UnusedMessage): void {
    this.inVain.push(message);
  }

  #next(request: JudgeRequest | EngageRequest): Exclude<Script, Error> {
    const script = this.scripts[this.requests.length];
    this.requests.push(request);
    if (script === undefined) throw new TypeError(`${this.name} was asked once too often.`);
    if (script instanceof ModelError) return { says: [], fails: script };
    if (script instanceof Error) throw script;
    return script;
  }
}

function told(onAttempt: AttemptListener, pieces: readonly string[], fails: ModelError | undefined): void {
  const end = { finishReason: null, rawFinishReason: null, providerModel: null };
  onAttempt({
    addedMessages: [],
    pieces,
    ...end,
    usage: uncounted,
    durationMs: 0,
    failure: fails?.kind ?? null,
  });
}
