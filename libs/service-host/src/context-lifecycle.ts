/**
 * What a context does besides responding to calls. Its module provides one under this class as the token, if it has
 * anything to do: `{ provide: ContextLifecycle, useClass: ConversationsLifecycle }`. The process calls the three in
 * this order, once each. Nest's own hooks know neither the order of the parts of a process nor a grace.
 */
export class ContextLifecycle {
  /** Before the first call. An error fails the start of the process. */
  start(): Promise<void> | void {}

  /**
   * The stop has begun: no new calls come, and the process waits for running ones. Lets running work end, and cuts off
   * the rest after `graceMs`.
   */
  drain(_graceMs: number): Promise<void> | void {}

  /**
   * No call runs any longer, and the database still works: ends timers and subscriptions. Also called after a failed
   * `start`.
   */
  stop(): Promise<void> | void {}
}
