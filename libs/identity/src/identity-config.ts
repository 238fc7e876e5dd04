import { wholeNumber } from '@svc/config';
import { z } from 'zod';

/** The settings of identity; a service spreads `.shape` into its own schema. */
export const identityConfig = z.object({
  SVC_SIGNING_KEY_OVERLAP_S: wholeNumber({ min: 60, max: 604_800 })
    .default(60)
    .describe(
      'for how long a new signing key is published before it signs, and an old one after its last token has expired, in seconds: as long as verifiers of your own keep the key set',
    ),
});
