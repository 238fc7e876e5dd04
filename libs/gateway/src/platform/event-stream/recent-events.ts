/** An event of a workspace, as its subscribers are told of it. */
export interface WorkspaceEvent {
  readonly type: string;
  readonly occurredAtMs: number;
  /** An estimate of the size of its data. */
  readonly sizeBytes: number;
}

/** With its place in the stream of its workspace. */
export interface NumberedEvent<Event> {
  /** Milliseconds since the Unix epoch, greater than that of the event before: moved on by a few, to one that this gateway gives. */
  readonly id: number;
  readonly event: Event;
}

/**
 * Each gateway gives every sixteenth id, so that one knows its own again. By 62 events a second in one workspace they keep up with the
 * clock: more than what is kept of five minutes.
 */
export const idSteps = 16;
/** By how much another gateway may have had an event earlier than this one: another order, or another clock of their source. */
const disorderMs = 5_000;

export interface RecentEventsOptions {
  /** 0 to 15: which of the ids this gateway gives. Two gateways with the same one take the other's ids for theirs. */
  readonly idStep: number;
  /** How long an event can be read again. */
  readonly keptMs: number;
  /** Of all events of a workspace together: the oldest go first. */
  readonly maxBytes: number;
  readonly now: () => number;
}

interface Recent<Event> {
  events: NumberedEvent<Event>[];
  bytes: number;
  lastId: number;
  /** The greatest id that is no longer there. */
  forgottenId: number;
  readonly waiting: Set<() => void>;
}

/** The latest events of each workspace, for streams that begin in the past. A reader holds no events, only its place. */
export class RecentEvents<Event extends WorkspaceEvent> {
  readonly #workspaces = new Map<string, Recent<Event>>();
  #sweptAtMs = 0;

  constructor(private readonly options: RecentEventsOptions) {}

  /** Numbers an event, and wakes who waits for it. */
  add(workspaceId: string, event: Event): void {
    const recent = this.#of(workspaceId);
    const id = this.#nextId(Math.max(event.occurredAtMs, recent.lastId + 1));
    recent.lastId = id;
    recent.events.push({ id, event });
    recent.bytes += event.sizeBytes;
    this.#trim(recent);
    this.#sweep();
    for (const wake of [...recent.waiting]) wake();
  }

  /** The place behind all events that are known now. */
  end(workspaceId: string): number {
    return this.#workspaces.get(workspaceId)?.lastId ?? 0;
  }

  /**
   * The place behind the event of an id, or before all that is known where that one is forgotten. Behind an id of another gateway some
   * events come again: that one may have told them in another order, and what came late to it not yet.
   */
  resume(workspaceId: string, lastId: number): number {
    const recent = this.#of(workspaceId);
    if (recent.events.some(({ id }) => id === lastId)) return lastId;
    return Math.max(Math.min(lastId - disorderMs, recent.lastId), recent.forgottenId);
  }

  /** @returns undefined where some of them are gone: the reader was too slow */
  after(workspaceId: string, id: number): readonly NumberedEvent<Event>[] | undefined {
    const recent = this.#workspaces.get(workspaceId);
    if (!recent) return [];
    if (recent.forgottenId > id) return undefined;
    // Most readers are nearly at the end.
    return recent.events.slice(recent.events.findLastIndex((each) => each.id <= id) + 1);
  }

  /** Resolves when an event comes, or the signal is aborted. */
  next(workspaceId: string, id: number, signal: AbortSignal): Promise<void> {
    const recent = this.#of(workspaceId);
    if (recent.lastId > id || signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const wake = () => {
        recent.waiting.delete(wake);
        signal.removeEventListener('abort', wake);
        resolve();
      };
      recent.waiting.add(wake);
      signal.addEventListener('abort', wake, { once: true });
    });
  }

  #nextId(from: number): number {
    const { idStep } = this.options;
    return Math.ceil((from - idStep) / idSteps) * idSteps + idStep;
  }

  #of(workspaceId: string): Recent<Event> {
    let recent = this.#workspaces.get(workspaceId);
    if (!recent) {
      recent = { events: [], bytes: 0, lastId: 0, forgottenId: 0, waiting: new Set() };
      this.#workspaces.set(workspaceId, recent);
    }
    return recent;
  }

  #trim(recent: Recent<Event>): void {
    const oldestMs = this.options.now() - this.options.keptMs;
    let gone = 0;
    for (const { id, event } of recent.events) {
      if (event.occurredAtMs >= oldestMs && recent.bytes <= this.options.maxBytes) break;
      gone += 1;
      recent.bytes -= event.sizeBytes;
      recent.forgottenId = id;
    }
    if (gone > 0) recent.events = recent.events.slice(gone);
  }

  /** Workspaces in which nothing happens any more, once in the kept time. */
  #sweep(): void {
    const now = this.options.now();
    if (now - this.#sweptAtMs < this.options.keptMs) return;
    this.#sweptAtMs = now;
    for (const [workspaceId, recent] of this.#workspaces) {
      this.#trim(recent);
      if (recent.events.length === 0 && recent.waiting.size === 0) this.#workspaces.delete(workspaceId);
    }
  }
}
