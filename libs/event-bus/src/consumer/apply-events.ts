import { setTimeout as pause } from 'node:timers/promises';
import { DomainError } from '@svc/errors';
import { UnknownEventError } from '@svc/event-store';
import type { Database, Executor } from '@svc/postgres';
import type { SubjectKeys } from '@svc/sealing';
import { InboxMovedError, moveInbox, streamKey, type InboxAddress } from '../inbox/inbox-table.js';
import { haltOf, type Halt } from '../inbox/parked-table.js';
import type { PublicEvent } from '../public-event.js';
import type { EffectHandling, EventContract, EventHandler, EventHandlers } from './event-handlers.js';
import { handlingBatch, handlingOne } from './event-spans.js';
import { openEvents } from './open-events.js';
import type { ReceivedEvent } from './received-event.js';

export interface ApplierOptions extends InboxAddress {
  readonly database: Database;
  readonly handlers: EventHandlers;
  /** For consumers that read personal data. */
  readonly keys: SubjectKeys | undefined;
  /** How often an event is tried before its stream is parked. */
  readonly attempts: number;
  /** Pause before the second try of an event, in ms; doubled before each further one. */
  readonly firstRetryMs: number;
  /** Called with each error, before the event is tried again or parked. */
  readonly onError: (error: unknown, event: PublicEvent) => void;
}

/** An event that is next in its stream, with its handler. */
interface Task {
  readonly event: PublicEvent;
  readonly handler: EventHandler | undefined;
  readonly contract: EventContract | undefined;
}

/** Applies the next events of streams, effect and inbox together. Retries a failing event separately, a few times. */
export class Applier {
  readonly #options: ApplierOptions;

  constructor(options: ApplierOptions) {
    this.#options = options;
  }

  /**
   * @param events each next in its stream, given those before it.
   * @param skipped is skipped without effect.
   * @returns where streams are blocked; the events after it are not applied.
   * @throws errors that no event caused: `service_unavailable`, an abort, InboxMovedError. Some events may be applied.
   */
  async apply(
    events: readonly PublicEvent[],
    signal: AbortSignal,
    skipped?: (event: PublicEvent) => boolean,
  ): Promise<readonly Halt[]> {
    const halts: Halt[] = [];
    for (const step of stepsOf(events.map((event) => this.#taskOf(event, skipped?.(event) ?? false)))) {
      const tasks = step.filter(
        ({ event }) => !halts.some((halt) => streamKey(halt.event) === streamKey(event)),
      );
      if (tasks.length > 0) halts.push(...(await this.#take(tasks, signal)));
    }
    return halts;
  }

  #taskOf(event: PublicEvent, isSkipped: boolean): Task {
    const found = isSkipped ? undefined : this.#options.handlers.of(event.source, event.eventType);
    return { event, handler: found?.handler, contract: found?.contract };
  }

  async #take(tasks: readonly Task[], signal: AbortSignal): Promise<readonly Halt[]> {
    try {
      await this.#commit(tasks, signal);
      return [];
    } catch (error) {
      if (isNoFault(error, signal)) throw error;
      return this.#takeOneByOne(tasks, signal);
    }
  }

  async #takeOneByOne(tasks: readonly Task[], signal: AbortSignal): Promise<readonly Halt[]> {
    const halts = new Map<string, Halt>();
    for (const task of tasks) {
      if (halts.has(streamKey(task.event))) continue;
      const halt = await this.#takeAlone(task, signal);
      if (halt) halts.set(streamKey(task.event), halt);
    }
    return [...halts.values()];
  }

  async #takeAlone(task: Task, signal: AbortSignal): Promise<Halt | undefined> {
    const { attempts, firstRetryMs, onError } = this.#options;
    for (let attempt = 1; ; attempt++) {
      try {
        await this.#commit([task], signal);
        return undefined;
      } catch (error) {
        if (isNoFault(error, signal)) throw error;
        onError(error, task.event);
        if (error instanceof UnknownEventError || attempt >= attempts) return haltOf(task.event, error);
        await pause(firstRetryMs * 2 ** (attempt - 1), undefined, { signal });
      }
    }
  }

  /** All or nothing, except a reaction, which is outside the transaction. */
  async #commit(tasks: readonly Task[], signal: AbortSignal): Promise<void> {
    const { database, keys, schema, consumer } = this.#options;
    const group = `${schema}.${consumer}`;
    const handled = tasks.flatMap(({ event, handler, contract }) =>
      handler && contract ? [{ event, handler, contract }] : [],
    );
    const opened = await openEvents(handled, keys);
    const work = handled.map(({ handler }, index) => ({ handler, event: opened[index] as ReceivedEvent }));
    const [first] = work;
    if (first?.handler.kind === 'reaction') {
      const { handler, event } = { handler: first.handler, event: first.event };
      await handlingOne(event, group, () => handler.handle(event, { signal }));
    } else if (first) {
      // The effect first: the first write gives the transaction its id, and from then on it holds all subscribers back.
      await database.transaction(async (tx) => {
        await runEffects(work, group, { tx, signal });
        await this.#move(tx, tasks);
      });
      return;
    }
    await this.#move(database, tasks);
  }

  #move(executor: Executor, tasks: readonly Task[]): Promise<void> {
    return moveInbox(
      executor,
      this.#options,
      tasks.map(({ event }) => event),
    );
  }
}

/** A reaction is handled separately: its effect can't be rolled back with others. */
function stepsOf(tasks: readonly Task[]): readonly (readonly Task[])[] {
  const steps: Task[][] = [];
  let isOpen = false;
  for (const task of tasks) {
    const isReaction = task.handler?.kind === 'reaction';
    if (isOpen && !isReaction) steps.at(-1)?.push(task);
    else steps.push([task]);
    isOpen = !isReaction;
  }
  return steps;
}

/** In the order of the events; consecutive ones of one batch handler at once. */
async function runEffects(
  work: readonly { readonly handler: EventHandler; readonly event: ReceivedEvent }[],
  group: string,
  handling: EffectHandling,
): Promise<void> {
  for (let index = 0; index < work.length;) {
    const { handler, event } = work[index] as (typeof work)[number];
    let end = index + 1;
    if (handler.kind === 'batch') {
      while (work[end]?.handler === handler) end++;
      const events = work.slice(index, end).map((each) => each.event);
      await handlingBatch(events, group, () => handler.handle(events, handling));
    } else if (handler.kind === 'effect') {
      await handlingOne(event, group, () => handler.handle(event, handling));
    }
    index = end;
  }
}

/** No event caused it: all of them come again. */
function isNoFault(error: unknown, signal: AbortSignal): boolean {
  const isOutage = error instanceof DomainError && error.code === 'service_unavailable';
  return signal.aborted || isOutage || error instanceof InboxMovedError;
}
