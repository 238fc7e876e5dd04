/** A message that rules put together of what an author wrote: all of it is meant. */
export class WrittenText {
  readonly reasoning = '';
  readonly enough = null;

  push(piece: string): string {
    return piece;
  }

  end(): string {
    return '';
  }
}
