/** How the next requests of a route, or calls of an MCP tool, are treated. */
export interface Behaviour {
  /** Waits before the work. */
  readonly delayMs?: number;
  /** Answers with this status instead of the work; of an MCP tool: with an error. */
  readonly status?: number;
  /** Breaks the connection off before the work, or after it: then the caller can't know what happened. */
  readonly breaksOff?: 'before' | 'after';
  /** For so many requests; default: until it is changed. */
  readonly times?: number;
}

/** By route (`POST /appointments`) or tool (`book_appointment`). */
export class Behaviours {
  #left: Record<string, Behaviour> = {};

  /** Replaces all of them. */
  set(behaviours: Readonly<Record<string, Behaviour>>): void {
    this.#left = { ...behaviours };
  }

  /** That of one more request. */
  take(route: string): Behaviour {
    const behaviour = this.#left[route];
    if (!behaviour) return {};
    const { times } = behaviour;
    if (times === undefined) return behaviour;
    if (times < 1) return {};
    this.#left[route] = { ...behaviour, times: times - 1 };
    return behaviour;
  }
}
