import type { Tx } from '@svc/postgres';
import type { StreamRef } from '../public-event.js';
import type { ReceivedEvent } from './received-event.js';

/** A public event type of a context, as `@svc/contracts/public-events` names it. */
export interface EventContract<Data = unknown> {
  /** Name of the context: `identity`. */
  readonly source: string;
  readonly type: string;
  readonly message: { fromJSON(json: unknown): Data };
}

/** Given to a handler that writes into its context's schema: its writes commit with the inbox. */
export interface EffectHandling {
  /** Only for statements: others wait for its locks. */
  readonly tx: Tx;
  readonly signal: AbortSignal;
}

/** Given to a handler outside the transaction: it may run again, also in another process. */
export interface ReactionHandling {
  /** Aborted when the process stops, and when another one may take over. */
  readonly signal: AbortSignal;
}

/** One event at a time, in the transaction of the inbox: exactly once in effect. */
export interface EffectHandler {
  readonly kind: 'effect';
  readonly contract: EventContract;
  readonly handle: (event: ReceivedEvent, handling: EffectHandling) => Promise<void>;
}

/** The same for all of a batch at once, where one statement does for many events. */
export interface BatchEffectHandler {
  readonly kind: 'batch';
  readonly contracts: readonly EventContract[];
  readonly handle: (events: readonly ReceivedEvent[], handling: EffectHandling) => Promise<void>;
}

/** At least once, with no transaction open: use cases, calls of other services. Must tolerate repeats. */
export interface ReactionHandler {
  readonly kind: 'reaction';
  readonly contract: EventContract;
  readonly handle: (event: ReceivedEvent, handling: ReactionHandling) => Promise<void>;
}

export type EventHandler = EffectHandler | BatchEffectHandler | ReactionHandler;

/** Undoes a consumer's writes for one stream, which is then delivered again from its first event. */
export type ForgetStream = (stream: StreamRef, handling: EffectHandling) => Promise<void>;

/** The handlers of one consumer, by event type. */
export class EventHandlers {
  readonly sources: readonly string[];
  readonly #byType = new Map<string, { readonly handler: EventHandler; readonly contract: EventContract }>();

  /** @throws TypeError for two handlers of one type: their order would be undefined. */
  constructor(handlers: readonly EventHandler[]) {
    for (const handler of handlers) {
      for (const contract of handler.kind === 'batch' ? handler.contracts : [handler.contract]) {
        const key = keyOf(contract.source, contract.type);
        if (this.#byType.has(key)) throw new TypeError(`Two handlers take ${key}.`);
        this.#byType.set(key, { handler, contract });
      }
    }
    this.sources = [...new Set([...this.#byType.values()].map(({ contract }) => contract.source))].sort();
    if (this.sources.length === 0) throw new TypeError('A consumer handles one type of event at least.');
  }

  /** The types handled of a context. */
  typesOf(source: string): readonly string[] {
    return [...this.#byType.values()].flatMap(({ contract }) =>
      contract.source === source ? [contract.type] : [],
    );
  }

  /** Undefined: events of this type move the inbox without effect. */
  of(
    source: string,
    type: string,
  ): { readonly handler: EventHandler; readonly contract: EventContract } | undefined {
    return this.#byType.get(keyOf(source, type));
  }
}

const keyOf = (source: string, type: string): string => `${source}.${type}`;
