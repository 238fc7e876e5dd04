import {
  ModelError,
  type AttemptListener,
  type EngageRequest,
  type Judgement,
  type JudgeRequest,
  type PromptMessage,
} from '../src/index.js';
import { ScriptedModel, type Script } from './scripted-model.js';

/** Counts tokens like a foreign tokenizer: pieces of words, marks, digits. */
function countedTokens(messages: readonly PromptMessage[]): number {
  const text = messages.map(({ content }) => content).join('\n');
  return text.match(/ ?\p{L}{1,6}| ?\p{N}{1,3}| ?[^\s\p{L}\p{N}]{1,2}|\s+/gu)?.length ?? 0;
}

/** Has a context of this many tokens, prompt and response together, and rejects more. */
export class SmallModel extends ScriptedModel {
  override readonly settings: ScriptedModel['settings'] & { readonly context_tokens?: number };
  readonly asked: (readonly PromptMessage[])[] = [];
  refused = 0;

  constructor(
    private readonly takes: number,
    contextTokens: number | null,
    script: Script = {},
  ) {
    super(script);
    this.settings = { temperature: 0, ...(contextTokens === null ? {} : { context_tokens: contextTokens }) };
  }

  override judge(request: JudgeRequest, signal: AbortSignal, onAttempt: AttemptListener): Promise<Judgement> {
    this.#take(request.messages);
    return super.judge(request, signal, onAttempt);
  }

  override generate(request: EngageRequest, signal: AbortSignal, onAttempt: AttemptListener) {
    this.#take(request.messages);
    return super.generate(request, signal, onAttempt);
  }

  #take(messages: readonly PromptMessage[]): void {
    this.asked.push(messages);
    if (countedTokens(messages) + 200 <= this.takes) return;
    this.refused += 1;
    throw new ModelError('context_overflow');
  }
}
