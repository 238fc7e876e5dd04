import { ConcurrencyError } from '../errors.js';
import { decideAgain } from './decide-again.js';

const late = () => new ConcurrencyError('org:demo/agent/1', 1, 2);

/** Fails as often as said, then gives the number of the round. */
function racing(lost: number, failure: () => Error = late) {
  let round = 0;
  return async () => {
    round += 1;
    if (round <= lost) throw failure();
    return round;
  };
}

describe('a decision that another writer was faster than', () => {
  it('is taken again, up to five times', async () => {
    expect(await decideAgain(racing(0))).toBe(1);
    expect(await decideAgain(racing(4))).toBe(5);
    await expect(decideAgain(racing(5))).rejects.toBeInstanceOf(ConcurrencyError);
  });

  it('is not taken again when it was refused for another reason', async () => {
    const refusal = new Error('no such agent');
    await expect(decideAgain(racing(1, () => refusal))).rejects.toBe(refusal);
  });
});
