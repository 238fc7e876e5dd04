/** Time limits of a model, in ms. */
export interface TimeLimits {
  /** From the call to the first piece of a message. Streamed reasoning counts as a piece. */
  readonly firstPieceMs: number;
  /** From the call to the first piece of any response, where the model has a fallback, which is called then. */
  readonly fallbackAfterMs: number;
  /** From one piece to the next, without the time that the reader takes. */
  readonly betweenPiecesMs: number;
  /** From the call to the end of the message, including the reader's time. */
  readonly messageMs: number;
  /** A judgement, including its repair. */
  readonly judgementMs: number;
}

export const defaultTimeLimits: TimeLimits = {
  firstPieceMs: 30_000,
  fallbackAfterMs: 3_000,
  betweenPiecesMs: 15_000,
  messageMs: 120_000,
  judgementMs: 30_000,
};
