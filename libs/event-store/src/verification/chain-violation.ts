/** Where a stream is not what was written. What follows the fault in the same stream is not judged. */
export interface ChainViolation {
  readonly streamId: string;
  readonly streamVersion: number;
  readonly reason: string;
}
