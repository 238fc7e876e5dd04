import { milliseconds } from '@svc/config';
import { z } from 'zod';
import { defaultRecallWithinMs } from './turn/recollections.js';

/** Settings of turns. A service spreads `.shape` into its own schema. */
export const conversationsConfig = z.object({
  SVC_RECALL_WITHIN_MS: milliseconds({ min: 1, max: 60_000 })
    .default(defaultRecallWithinMs)
    .describe(
      'how long a turn waits for what memory knows of a returning user, in ms; then it goes on without',
    ),
});
