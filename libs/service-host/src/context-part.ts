import type { LifecyclePart } from '@svc/runtime';
import type { ProviderToken } from './context-definition.js';
import { startContext, type ContextOptions, type RunningContext } from './start-context.js';

/** A context as a part of a process. */
export class ContextPart implements LifecyclePart {
  #running: RunningContext | undefined;

  /** @param options called when the part starts: a context needs what the parts before it have opened. */
  constructor(
    readonly name: string,
    private readonly options: () => ContextOptions,
  ) {}

  async start(): Promise<void> {
    this.#running = await startContext(this.options());
  }

  async stop(graceMs: number): Promise<void> {
    await this.#running?.stop(graceMs);
  }

  /** A provider of the context, once it is started. */
  get<Provider>(token: ProviderToken<Provider>): Provider | undefined {
    return this.#running?.get(token);
  }
}
