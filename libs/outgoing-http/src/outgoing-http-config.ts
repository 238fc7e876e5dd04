import { addressRanges, parseAddressRanges } from '@svc/config';
import { z } from 'zod';
import { AddressPolicy } from './address-policy.js';

/** Configuration of every process that sends requests to addresses of users. */
export const outgoingHttpConfig = z.object({
  SVC_OUTGOING_ALLOW: addressRanges()
    .optional()
    .describe(
      'addresses beside those of the public internet that requests to URLs of users may go to, such as 10.1.0.0/16, separated by commas; empty: none',
    ),
});

export function addressPolicy({ SVC_OUTGOING_ALLOW: allowed }: z.infer<typeof outgoingHttpConfig>) {
  return new AddressPolicy({ allowed: parseAddressRanges(allowed ?? '') });
}
