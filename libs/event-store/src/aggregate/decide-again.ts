import { ConcurrencyError } from '../errors.js';

/** Each round at least one writer succeeds, so few are enough. */
const attempts = 5;

/**
 * Runs load, decide and append anew when another command was faster on the same stream: the decision is then taken on
 * what is there by now.
 * @throws ConcurrencyError (409, may be repeated) when it was late every time.
 */
export async function decideAgain<Result>(attempt: () => Promise<Result>): Promise<Result> {
  for (let round = 1; ; round += 1) {
    try {
      return await attempt();
    } catch (failure) {
      if (!(failure instanceof ConcurrencyError) || round === attempts) throw failure;
    }
  }
}
