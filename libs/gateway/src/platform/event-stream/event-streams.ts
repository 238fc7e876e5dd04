import type { GetWorkspaceConversationResponse } from '@svc/contracts/conversations';
import { DomainError } from '@svc/errors';
import type { ServerSentEvent } from '@svc/http';
import { LRUCache } from 'lru-cache';
import { frameOf, needsConversation, partFor, type ReadPart, type WorkspaceFrame } from './event-words.js';
import { RecentEvents, type RecentEventsOptions } from './recent-events.js';
import type { ToldConversationEvent, ToldEvent } from './told-event.js';

/** Of one workspace, through one gateway. */
export const maxStreams = 50;
/** Of all workspaces together, through one gateway. */
const maxAllStreams = 2_000;
const keptMs = 5 * 60_000;
const maxWorkspaceBytes = 4 * 1_024 * 1_024;
const retryMs = 3_000;
/** Words are kept only as long as it takes to tell all subscribers, and no longer once their person is erased. */
const wordsKept = { maxSize: 16 * 1_024 * 1_024, ttl: 5_000 };

export interface EventStreamsOptions extends Pick<RecentEventsOptions, 'idStep'> {
  readonly now: () => number;
  /** How often a quiet stream says that it is alive, and asks whether it still may be read. */
  readonly pingMs?: number;
  /** Hears of an event whose words can't be read: it is left out. */
  readonly onUnreadable: (error: unknown, event: ToldEvent) => void;
}

export interface Subscription {
  readonly workspaceId: string;
  /** Of the last event that the client has; undefined: only what comes from now on. */
  readonly lastEventId: number | undefined;
  readonly signal: AbortSignal;
  /** @throws where the credential may not read the workspace any more */
  readonly admit: () => Promise<void>;
  /** Undefined where there is none. @throws DomainError `service_unavailable`: the stream ends, and goes on later */
  readonly conversation: (
    id: string,
    part: ReadPart,
  ) => Promise<GetWorkspaceConversationResponse | undefined>;
}

type Frames = readonly ServerSentEvent[];

/** The streams of what happens in workspaces. */
export class EventStreams {
  readonly #recent: RecentEvents<ToldEvent>;
  readonly #open = new Map<string, number>();
  /** What was read for one subscriber serves all: each may see the whole workspace. */
  readonly #frames = new LRUCache<ToldEvent, { readonly frame: WorkspaceFrame | undefined }>({
    ...wordsKept,
    sizeCalculation: ({ frame }) => 200 + JSON.stringify(frame ?? '').length,
  });
  readonly #reading = new Map<ToldEvent, Promise<WorkspaceFrame | undefined>>();
  readonly #options: Required<EventStreamsOptions>;
  #all = 0;
  readonly #stopping = new AbortController();

  constructor({ pingMs = 15_000, ...options }: EventStreamsOptions) {
    const { now, idStep } = options;
    this.#recent = new RecentEvents({ keptMs, maxBytes: maxWorkspaceBytes, now, idStep });
    this.#options = { ...options, pingMs };
  }

  take(workspaceId: string, event: ToldEvent): void {
    this.#recent.add(workspaceId, event);
  }

  /** All streams end: their clients connect to another gateway. */
  stop(): void {
    this.#stopping.abort();
  }

  /** Without end, until the client leaves, may not read any more, or is too slow. */
  async *open(given: Subscription): AsyncGenerator<Frames, void, void> {
    const signal = AbortSignal.any([given.signal, this.#stopping.signal]);
    const subscription = { ...given, signal };
    const { workspaceId, lastEventId } = subscription;
    const others = this.#open.get(workspaceId) ?? 0;
    if (others >= maxStreams) return yield [{ retryMs }, tooManyStreams];
    if (this.#all >= maxAllStreams) return yield [{ retryMs }, busy];
    // Taken now: what comes while the head is sent is not missed.
    const from =
      lastEventId === undefined
        ? this.#recent.end(workspaceId)
        : this.#recent.resume(workspaceId, lastEventId);
    this.#open.set(workspaceId, others + 1);
    this.#all += 1;
    const admittedAtMs = this.#options.now();
    try {
      yield [{ retryMs }];
      yield* this.#follow(subscription, { from, admittedAtMs });
    } finally {
      this.#all -= 1;
      const left = (this.#open.get(workspaceId) ?? 1) - 1;
      if (left === 0) this.#open.delete(workspaceId);
      else this.#open.set(workspaceId, left);
    }
  }

  async *#follow(
    subscription: Subscription,
    { from, admittedAtMs }: { readonly from: number; readonly admittedAtMs: number },
  ): AsyncGenerator<Frames, void, void> {
    const { workspaceId, signal, admit } = subscription;
    const { now, pingMs } = this.#options;
    let askedAtMs = admittedAtMs;
    /** Asked by time, also of a workspace in which something happens all the time. */
    const readmit = async () => {
      if (now() - askedAtMs < pingMs) return;
      await admit();
      askedAtMs = now();
    };
    for (let place = from; !signal.aborted;) {
      const events = this.#recent.after(workspaceId, place);
      if (events === undefined) return yield [tooSlow];
      for (const { id, event } of events) {
        await readmit();
        const frame = await this.#frameOf(event, subscription);
        if (frame) yield [{ ...frame, id: String(id) }];
        place = id;
      }
      if (!(await this.#nextWithin(workspaceId, place, signal)) && !signal.aborted) {
        await readmit();
        yield [{ comment: 'ping' }];
      }
    }
  }

  /** @returns whether something came before it was time for a ping */
  async #nextWithin(workspaceId: string, place: number, signal: AbortSignal): Promise<boolean> {
    const waking = new AbortController();
    const wake = () => waking.abort();
    const timer = setTimeout(wake, this.#options.pingMs);
    signal.addEventListener('abort', wake, { once: true });
    try {
      await this.#recent.next(workspaceId, place, waking.signal);
      return !waking.signal.aborted;
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', wake);
    }
  }

  #frameOf(event: ToldEvent, subscription: Subscription): Promise<WorkspaceFrame | undefined> {
    if (!needsConversation(event)) return Promise.resolve(frameOf(event, undefined));
    const known = this.#frames.get(event);
    if (known) return Promise.resolve(known.frame);
    let reading = this.#reading.get(event);
    if (!reading) {
      reading = this.#read(event, subscription).finally(() => this.#reading.delete(event));
      this.#reading.set(event, reading);
    }
    return reading;
  }

  async #read(
    event: ToldConversationEvent,
    { conversation }: Subscription,
  ): Promise<WorkspaceFrame | undefined> {
    try {
      const found = await conversation(event.conversationId, partFor(event));
      const frame = frameOf(event, found);
      this.#frames.set(event, { frame });
      return frame;
    } catch (error) {
      if (error instanceof DomainError && error.code === 'service_unavailable') throw error;
      // It would cut each stream of the workspace, and those behind it would be told to nobody.
      this.#options.onUnreadable(error, event);
      return undefined;
    }
  }
}

const busy = {
  event: 'error',
  data: {
    code: 'stream_unavailable',
    message: 'There are too many streams here now: connect again later.',
    max_streams: null,
  },
} as const satisfies WorkspaceFrame;

const tooManyStreams = {
  event: 'error',
  data: {
    code: 'too_many_streams',
    message: `A workspace may have ${maxStreams} streams of its events: close one first.`,
    max_streams: maxStreams,
  },
} as const satisfies WorkspaceFrame;

const tooSlow = {
  event: 'error',
  data: {
    code: 'stream_error',
    message: 'Events came faster than they were read: connect again, with the id of the last one.',
    max_streams: null,
  },
} as const satisfies WorkspaceFrame;
