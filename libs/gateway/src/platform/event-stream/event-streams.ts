import type { GetWorkspaceConversationResponse } from '@svc/contracts/conversations';
import type { ServerSentEvent } from '@svc/http';
import { frameOf, needsConversation, type WorkspaceFrame } from './event-words.js';
import { RecentEvents } from './recent-events.js';
import type { ToldEvent } from './told-event.js';

/** Of one workspace, through one gateway. */
export const maxStreams = 50;
const keptMs = 5 * 60_000;
const maxWorkspaceBytes = 4 * 1_024 * 1_024;
const retryMs = 3_000;

export interface EventStreamsOptions {
  readonly now: () => number;
  /** How often a quiet stream says that it is alive, and asks whether it still may be read. */
  readonly pingMs?: number;
}

export interface Subscription {
  readonly workspaceId: string;
  /** Of the last event that the client has; undefined: only what comes from now on. */
  readonly lastEventId: number | undefined;
  readonly signal: AbortSignal;
  /** @throws where the credential may not read the workspace any more */
  readonly admit: () => Promise<void>;
  /** With the calls of tools; undefined where there is none. */
  readonly conversation: (id: string) => Promise<GetWorkspaceConversationResponse | undefined>;
}

type Frames = readonly ServerSentEvent[];

/** The streams of what happens in workspaces. */
export class EventStreams {
  readonly #recent: RecentEvents<ToldEvent>;
  readonly #open = new Map<string, number>();
  /** What was read for one subscriber serves all: each may see the whole workspace. */
  readonly #frames = new WeakMap<ToldEvent, Promise<WorkspaceFrame | undefined>>();
  readonly #pingMs: number;
  readonly #stopping = new AbortController();

  constructor({ now, pingMs = 15_000 }: EventStreamsOptions) {
    this.#recent = new RecentEvents({ keptMs, maxBytes: maxWorkspaceBytes, now });
    this.#pingMs = pingMs;
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
    // Taken now: what comes while the head is sent is not missed.
    const from =
      lastEventId === undefined
        ? this.#recent.end(workspaceId)
        : this.#recent.resume(workspaceId, lastEventId);
    this.#open.set(workspaceId, others + 1);
    try {
      yield [{ retryMs }];
      yield* this.#follow(subscription, from);
    } finally {
      const left = (this.#open.get(workspaceId) ?? 1) - 1;
      if (left === 0) this.#open.delete(workspaceId);
      else this.#open.set(workspaceId, left);
    }
  }

  async *#follow(subscription: Subscription, from: number): AsyncGenerator<Frames, void, void> {
    const { workspaceId, signal, admit } = subscription;
    for (let place = from; !signal.aborted;) {
      const events = this.#recent.after(workspaceId, place);
      if (events === undefined) return yield [tooSlow];
      for (const { id, event } of events) {
        const frame = await this.#frameOf(event, subscription);
        if (frame) yield [{ ...frame, id: String(id) }];
        place = id;
      }
      if (!(await this.#nextWithin(workspaceId, place, signal)) && !signal.aborted) {
        await admit();
        yield [{ comment: 'ping' }];
      }
    }
  }

  /** @returns whether something came before it was time for a ping */
  async #nextWithin(workspaceId: string, place: number, signal: AbortSignal): Promise<boolean> {
    const waking = new AbortController();
    const wake = () => waking.abort();
    const timer = setTimeout(wake, this.#pingMs);
    signal.addEventListener('abort', wake, { once: true });
    try {
      await this.#recent.next(workspaceId, place, waking.signal);
      return !waking.signal.aborted;
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', wake);
    }
  }

  #frameOf(event: ToldEvent, { conversation }: Subscription): Promise<WorkspaceFrame | undefined> {
    let frame = this.#frames.get(event);
    if (!frame) {
      const read = needsConversation(event) ? conversation(event.conversationId) : Promise.resolve(undefined);
      frame = read.then((found) => frameOf(event, found));
      // The next one who reads it asks again.
      frame.catch(() => this.#frames.delete(event));
      this.#frames.set(event, frame);
    }
    return frame;
  }
}

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
