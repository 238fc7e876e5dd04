import { ModelError } from '@svc/engine';

/** A message that did not come to its own end, though its model did not fail otherwise. */
export class CutMessage extends ModelError {
  constructor(
    /** Whether it is worth asking for the rest: not of a model that repeats itself. */
    readonly canGoOn: boolean,
    privateDetail: string,
  ) {
    super('bad_output', { privateDetail });
  }
}
