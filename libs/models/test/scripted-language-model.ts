import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4FinishReason,
  LanguageModelV4GenerateResult,
  LanguageModelV4StreamPart,
  LanguageModelV4Usage,
} from '@ai-sdk/provider';

export const usage: LanguageModelV4Usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};

/** A response that never comes. */
export const hang = Symbol('hang');

/** A text, a failure, or an end without text. */
export type Answer =
  string | Error | typeof hang | { readonly finish: LanguageModelV4FinishReason['unified'] };

/** A model of the AI SDK with scripted responses. It keeps its calls. */
export class ScriptedLanguageModel implements LanguageModelV4 {
  readonly specificationVersion = 'v4';
  readonly provider = 'scripted.chat';
  readonly modelId = 'test';
  readonly supportedUrls = {};
  readonly calls: LanguageModelV4CallOptions[] = [];
  /** Feeds the stream of the message. A test enqueues, closes or fails it. */
  parts!: ReadableStreamDefaultController<LanguageModelV4StreamPart>;
  isCancelled = false;

  /** @param answers responses to requests, in order; without them a test sends each by hand */
  constructor(readonly answers: readonly Answer[] = []) {}

  async doGenerate(options: LanguageModelV4CallOptions) {
    this.calls.push(options);
    const answer = this.answers[this.calls.length - 1] ?? '';
    if (answer === hang) return new Promise<never>(() => undefined);
    if (answer instanceof Error) throw answer;
    const isText = typeof answer === 'string';
    return {
      content: isText ? [{ type: 'text' as const, text: answer }] : [],
      finishReason: { unified: isText ? ('stop' as const) : answer.finish, raw: undefined },
      usage,
      warnings: [],
    };
  }

  async doStream(options: LanguageModelV4CallOptions) {
    if (this.answers.length > 0) return { stream: streamOf(await this.doGenerate(options)) };
    this.calls.push(options);
    const stream = new ReadableStream<LanguageModelV4StreamPart>({
      start: (controller) => {
        this.parts = controller;
      },
      cancel: () => {
        this.isCancelled = true;
      },
    });
    return { stream };
  }

  say(delta: string): void {
    this.parts.enqueue({ type: 'text-delta', id: '1', delta });
  }

  finish(unified: LanguageModelV4FinishReason['unified'] = 'stop'): void {
    this.parts.enqueue({ type: 'finish', usage, finishReason: { unified, raw: undefined } });
    this.parts.close();
  }
}

/** A whole response, as one piece. */
function streamOf({
  content,
  finishReason,
  usage: counted,
  response,
}: LanguageModelV4GenerateResult): ReadableStream<LanguageModelV4StreamPart> {
  return ReadableStream.from<LanguageModelV4StreamPart>([
    ...content.flatMap((part) =>
      part.type === 'text' ? [{ type: 'text-delta' as const, id: '1', delta: part.text }] : [],
    ),
    ...(response === undefined ? [] : [{ type: 'response-metadata' as const, ...response }]),
    { type: 'finish', usage: counted, finishReason },
  ]);
}
