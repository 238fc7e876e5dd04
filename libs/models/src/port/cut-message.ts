import { ModelError } from '@svc/engine';

/** A message that did not complete, though its model reported no error. */
export class CutMessage extends ModelError {
  constructor(
    /** Whether to request the rest: not from a model that repeats itself. */
    readonly canGoOn: boolean,
    privateDetail: string,
  ) {
    super('bad_output', { privateDetail });
  }
}
