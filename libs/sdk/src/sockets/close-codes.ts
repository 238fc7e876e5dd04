export type ReconnectingWebSocketReason =
  | 'auth'
  | 'rate_limited'
  | 'client_error'
  | 'server_error'
  | 'reconnect_budget_exhausted'
  | 'aborted'
  | 'idle_watchdog'
  | 'open_failed'
  | 'unknown';

/** What a close code means, and what follows from it: nothing more, a new connection, or one after the longest wait. */
export interface Meaning {
  readonly reason: ReconnectingWebSocketReason;
  readonly next: 'end' | 'again' | 'later' | 'once';
}

const meanings: Readonly<Record<number, Meaning>> = {
  1002: { reason: 'client_error', next: 'end' },
  1003: { reason: 'client_error', next: 'end' },
  1007: { reason: 'client_error', next: 'end' },
  1009: { reason: 'client_error', next: 'end' },
  1008: { reason: 'auth', next: 'end' },
  4001: { reason: 'auth', next: 'end' },
  4003: { reason: 'auth', next: 'end' },
  4100: { reason: 'auth', next: 'end' },
  4403: { reason: 'auth', next: 'end' },
  4400: { reason: 'client_error', next: 'end' },
  4404: { reason: 'client_error', next: 'end' },
  // The conversation has another socket, which may be our last one, that the server has not given up yet.
  4409: { reason: 'client_error', next: 'again' },
  4200: { reason: 'server_error', next: 'once' },
  4029: { reason: 'rate_limited', next: 'later' },
  1013: { reason: 'rate_limited', next: 'later' },
  1001: { reason: 'server_error', next: 'again' },
  1011: { reason: 'server_error', next: 'again' },
  1012: { reason: 'server_error', next: 'again' },
};

export const meaningOf = (code: number): Meaning => meanings[code] ?? { reason: 'unknown', next: 'again' };
