import { milliseconds, wholeNumber } from '@svc/config';
import { z } from 'zod';
import { defaultOwnTurnsAtOnce } from './turn/own-turns.js';
import { defaultRecallWithinMs } from './turn/recollections.js';

/** Settings of turns. A service spreads `.shape` into its own schema. */
export const conversationsConfig = z.object({
  SVC_RECALL_WITHIN_MS: milliseconds({ min: 1, max: 60_000 })
    .default(defaultRecallWithinMs)
    .describe(
      'how long a turn waits for what memory knows of a returning user, in ms; then it goes on without',
    ),
  SVC_OWN_TURNS_AT_ONCE: wholeNumber({ min: 4, max: 1_000 })
    .default(defaultOwnTurnsAtOnce)
    .describe(
      'turns that nobody asked for, such as one that tells of a late result, at once in a process; a quarter of them for one workspace',
    ),
});
