import { z } from 'zod';
import { text } from './variables.js';

/**
 * The word for this service in names on the wire: `svc` in the webhook header `x-svc-request-signature` and in the
 * WebSocket subprotocol `bearer.authorization.svc.<token>`. One setting for all users of it; each spreads `.shape` into
 * its own schema.
 */
export const serviceWordConfig = z.object({
  SVC_HEADER_WORD: text()
    .regex(/^[a-z][a-z0-9]{0,31}$/, { error: 'must be small letters and digits' })
    .default('svc')
    .describe(
      'word for this service in names on the wire: svc in the webhook header x-svc-request-signature and in the subprotocol bearer.authorization.svc',
    ),
});
