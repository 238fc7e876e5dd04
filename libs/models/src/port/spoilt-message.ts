import { ModelError } from '@svc/engine';

/** A message of which a part was sent that turned out to be reasoning. It must not be completed or stored. */
export class SpoiltMessage extends ModelError {
  constructor() {
    super('bad_output', { privateDetail: 'reasoning without an opening tag was taken for the message' });
  }
}
