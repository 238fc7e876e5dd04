import type { BatchHandling } from '../event-bus.js';
import { judgeEvent } from '../inbox/judge-event.js';
import { InboxMovedError, readStates, streamKey, type StreamState } from '../inbox/inbox-table.js';
import { divergedAt, gapBefore, noteWaiting, parkStreams, type Halt } from '../inbox/parked-table.js';
import type { PublicEvent } from '../public-event.js';
import { closeStretches } from './left-out.js';
import { Applier, type ApplierOptions } from './apply-events.js';

export interface InboxOptions extends ApplierOptions {
  /** Called with streams that are blocked, and why. */
  readonly onParked: (halt: Halt) => void;
}

/**
 * Handles batches of a bus so that each event has its effect once: drops repeats, applies next events, fetches missing
 * ones, and parks streams with events that can't be applied.
 */
export class Inbox {
  readonly #options: InboxOptions;
  readonly #applier: Applier;

  constructor(options: InboxOptions) {
    this.#options = options;
    this.#applier = new Applier(options);
  }

  /**
   * For `EventBus.consume`. Keeps nothing in memory: batches of different streams may come concurrently, and the same
   * ones to several processes.
   * @throws errors that no event caused; the batch must come again.
   */
  async handle(batch: readonly PublicEvent[], { signal, areLeftOut }: BatchHandling): Promise<void> {
    const { database, onParked } = this.#options;
    const states = await readStates(database, this.#options, batch);
    const plan = planBatch(areLeftOut ? await closeStretches(batch, states, areLeftOut) : batch, states);
    const halts = [...(await this.#applier.apply(plan.next, signal)), ...plan.halts];
    await parkStreams(database, this.#options, halts);
    halts.forEach(onParked);
    const halted = new Set(halts.map(({ event }) => streamKey(event)));
    const waiting = plan.batch.filter((event) => halted.has(streamKey(event)) || plan.waiting.has(event));
    if (!(await noteWaiting(database, this.#options, waiting))) throw new InboxMovedError(this.#options);
  }
}

interface BatchPlan {
  readonly batch: readonly PublicEvent[];
  /** To be applied, in this order. */
  readonly next: readonly PublicEvent[];
  /** Streams that are blocked. */
  readonly halts: readonly Halt[];
  /** Events of streams that were already parked. */
  readonly waiting: ReadonlySet<PublicEvent>;
}

function planBatch(batch: readonly PublicEvent[], states: ReadonlyMap<string, StreamState>): BatchPlan {
  const reached = new Map([...states].map(([key, { applied }]) => [key, applied]));
  const halted = new Set<string>();
  const next: PublicEvent[] = [];
  const halts: Halt[] = [];
  const waiting = new Set<PublicEvent>();
  for (const event of batch) {
    const key = streamKey(event);
    const applied = reached.get(key);
    if (!applied) throw new TypeError('The inbox knows each stream of a batch.');
    if (halted.has(key)) continue;
    if (states.get(key)?.isParked) {
      waiting.add(event);
      continue;
    }
    const verdict = judgeEvent(event, applied);
    if (verdict === 'repeat') continue;
    if (verdict === 'next') {
      next.push(event);
      reached.set(key, { version: event.streamVersion, hash: event.hash });
      continue;
    }
    halted.add(key);
    halts.push(verdict === 'gap' ? gapBefore(event) : divergedAt(event));
  }
  return { batch, next, halts, waiting };
}
