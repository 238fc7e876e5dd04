import { tooManyRequests, whenOver } from '@svc/http';
import type { FastifyReply } from 'fastify';
import { callerKey, type AuthenticatedRequest } from '../limits/caller-key.js';

export interface CallerBounds {
  /** Concurrent requests of one signed-in user. */
  readonly perUser: number;
  /** Concurrent requests of all callers who are not signed in; sign-ins are among them. */
  readonly anonymous: number;
}

/** Keeps one user, or callers who are not signed in, from taking all concurrent requests. */
export class CallersInFlight {
  /** Users with requests in flight. */
  readonly #counts = new Map<string, number>();

  constructor(
    private readonly bounds: CallerBounds,
    private readonly onRefuse: (bound: 'caller' | 'anonymous') => void,
  ) {}

  /** Counts a request until it ends. @throws DomainError `service_unavailable`. */
  enter(request: AuthenticatedRequest, reply: FastifyReply): void {
    const caller = callerKey(request);
    const key = caller ?? '';
    const count = this.#counts.get(key) ?? 0;
    if (count >= (caller ? this.bounds.perUser : this.bounds.anonymous)) {
      this.onRefuse(caller ? 'caller' : 'anonymous');
      throw tooManyRequests(
        caller
          ? 'Too many of your requests are being served at the moment. Wait for their answers, then try again.'
          : 'Too many requests of people who are not signed in are being served at the moment. Try again shortly.',
      );
    }
    this.#counts.set(key, count + 1);
    whenOver(reply, () => this.#leave(key));
  }

  #leave(key: string): void {
    const left = (this.#counts.get(key) ?? 0) - 1;
    if (left > 0) this.#counts.set(key, left);
    else this.#counts.delete(key);
  }
}
