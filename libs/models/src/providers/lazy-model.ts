import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4GenerateResult,
  LanguageModelV4StreamResult,
} from '@ai-sdk/provider';

/** A model with lazily loaded code: a process loads only the providers that it calls, and none at the start. */
export class LazyModel implements LanguageModelV4 {
  readonly specificationVersion = 'v4';
  readonly supportedUrls = {};
  #loaded: Promise<LanguageModelV4> | undefined;

  constructor(
    readonly provider: string,
    readonly modelId: string,
    private readonly load: () => Promise<LanguageModelV4>,
  ) {}

  async doGenerate(options: LanguageModelV4CallOptions): Promise<LanguageModelV4GenerateResult> {
    return (await this.#model()).doGenerate(options);
  }

  async doStream(options: LanguageModelV4CallOptions): Promise<LanguageModelV4StreamResult> {
    return (await this.#model()).doStream(options);
  }

  #model(): Promise<LanguageModelV4> {
    return (this.#loaded ??= this.load());
  }
}
