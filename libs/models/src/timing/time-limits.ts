/** How long a model may take, in ms. */
export interface TimeLimits {
  /** From the call to the first piece of a message; a model that streams its reasoning counts as begun. */
  readonly firstPieceMs: number;
  /** From one piece to the next. The time that the reader takes for a piece does not count. */
  readonly betweenPiecesMs: number;
  /** From the call to the end of the message, the reader's time included. */
  readonly messageMs: number;
  /** A judgement, its repair included. */
  readonly judgementMs: number;
}

export const defaultTimeLimits: TimeLimits = {
  firstPieceMs: 30_000,
  betweenPiecesMs: 15_000,
  messageMs: 120_000,
  judgementMs: 30_000,
};
