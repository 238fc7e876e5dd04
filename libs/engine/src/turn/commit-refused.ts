/** A commit in the middle of the turn was refused: the turn belongs to somebody else, and nothing more may come of it. */
export class CommitRefused extends Error {
  override readonly name = 'CommitRefused';

  constructor(readonly failure: Error) {
    super('A commit of the turn was refused.', { cause: failure });
  }
}
