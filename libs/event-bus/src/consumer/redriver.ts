import type { EventBus } from '../event-bus.js';
import { judgeEvent, type Applied } from '../inbox/judge-event.js';
import { forgetStream, InboxMovedError, readStates, streamKey } from '../inbox/inbox-table.js';
import { divergedAt, parkAhead, parkStreams, unpark, type Halt } from '../inbox/parked-table.js';
import { goOnAfterResync, releaseRequest, takeRequests, type ParkedRequest } from '../inbox/requests.js';
import type { PublicEvent, StreamRef } from '../public-event.js';
import { Applier } from './apply-events.js';
import type { ForgetStream } from './event-handlers.js';
import type { InboxOptions } from './inbox.js';

export interface RedriverOptions extends InboxOptions {
  readonly bus: Pick<EventBus, 'readStream'>;
  /** Left out: handlers tolerate all events of a stream again. */
  readonly forget?: ForgetStream | undefined;
  /** Called with errors that no event caused, such as an outage of the owner: the request stays. */
  readonly onDelay: (stream: StreamRef, error: unknown) => void;
}

/** Events of a stream that are read from its owner at once. */
const pageSize = 100;

/** Continues parked streams from their owners' logs: after a gap, and on the installer's command. */
export class Redriver {
  readonly #options: RedriverOptions;
  readonly #applier: Applier;

  constructor(options: RedriverOptions) {
    this.#options = options;
    this.#applier = new Applier(options);
  }

  /**
   * Handles the pending requests.
   * @returns whether there were any
   */
  async run(signal: AbortSignal): Promise<boolean> {
    const { database, onDelay } = this.#options;
    const requests = await takeRequests(database, this.#options);
    for (const request of requests) {
      try {
        await this.#seeTo(request, signal);
      } catch (error) {
        if (signal.aborted) return true;
        if (!(error instanceof InboxMovedError)) onDelay(request, error);
        // An error of one stream must not block the others.
        await releaseRequest(database, this.#options, request);
      }
    }
    return requests.length > 0;
  }

  async #seeTo(request: ParkedRequest, signal: AbortSignal): Promise<void> {
    if (request.request === 'resync') await this.#beginAnew(request, signal);
    const skipped = (event: PublicEvent) =>
      request.request === 'skip' && event.streamVersion === request.streamVersion;
    const halt = await this.#catchUp(request, signal, skipped);
    if (halt) this.#options.onParked(halt);
  }

  async #beginAnew(stream: StreamRef, signal: AbortSignal): Promise<void> {
    const { database, forget } = this.#options;
    await database.transaction(async (tx) => {
      await forget?.(stream, { tx, signal });
      await forgetStream(tx, this.#options, stream);
      await goOnAfterResync(tx, this.#options, stream);
    });
  }

  /** @returns where the stream stays parked */
  async #catchUp(
    { source, streamId }: StreamRef,
    signal: AbortSignal,
    skipped: (event: PublicEvent) => boolean,
  ): Promise<Halt | undefined> {
    const { database, bus } = this.#options;
    const stream = { source, streamId };
    for (;;) {
      signal.throwIfAborted();
      const applied = await this.#appliedOf(stream);
      const page = await bus.readStream(stream, applied.version, pageSize);
      if (page.length === 0 && (await unpark(database, this.#options, stream, applied.version)))
        return undefined;
      // More events came than were read, or than the owner has.
      const events = page.length > 0 ? page : await bus.readStream(stream, applied.version, pageSize);
      if (events.length === 0) return parkAhead(database, this.#options, stream);
      const { next, diverged } = chainOf(events, applied);
      const [halt = diverged] = await this.#applier.apply(next, signal, skipped);
      if (!halt) continue;
      await parkStreams(database, this.#options, [halt]);
      return halt;
    }
  }

  async #appliedOf(stream: StreamRef): Promise<Applied> {
    const states = await readStates(this.#options.database, this.#options, [stream]);
    const state = states.get(streamKey(stream));
    if (!state) throw new TypeError('The inbox knows each stream that it is asked for.');
    return state.applied;
  }
}

/** The events that follow each other, and the first that does not. */
function chainOf(
  events: readonly PublicEvent[],
  applied: Applied,
): { readonly next: readonly PublicEvent[]; readonly diverged: Halt | undefined } {
  const next: PublicEvent[] = [];
  let reached = applied;
  for (const event of events) {
    if (judgeEvent(event, reached) !== 'next') return { next, diverged: divergedAt(event) };
    next.push(event);
    reached = { version: event.streamVersion, hash: event.hash };
  }
  return { next, diverged: undefined };
}
