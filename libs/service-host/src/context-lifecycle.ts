/**
 * What a context does besides answering calls. Its module provides one under this class as the token, where it has
 * anything to do: `{ provide: ContextLifecycle, useClass: ConversationsLifecycle }`. The process calls the three in this
 * order, once each; Nest's own hooks know neither the order of the parts of a process nor a grace.
 */
export class ContextLifecycle {
  /** Before the first call is taken. A failure keeps the process from starting. */
  start(): Promise<void> | void {}

  /**
   * The stop has begun: no new calls come, and those that run are being waited for. Lets running work end, and cuts off
   * what is left after `graceMs`.
   */
  drain(_graceMs: number): Promise<void> | void {}

  /** No call runs any more, and the database is still there: ends timers and subscriptions. Also after a failed `start`. */
  stop(): Promise<void> | void {}
}
