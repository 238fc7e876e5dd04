/** A message that rules composed from an author's text: all of it is intended. */
export class WrittenText {
  readonly reasoning = '';
  readonly enough = null;
  readonly isThinking = false;
  readonly hasUnopened = false;
  readonly isSpoilt = false;

  reasonsElsewhere(): void {}

  push(piece: string): string {
    return piece;
  }

  end(): string {
    return '';
  }
}
