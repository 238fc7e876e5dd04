import { text } from '@svc/config';
import { z } from 'zod';
import { AddressPolicy } from './address-policy.js';
import { parseAddressRange, type AddressRange } from './address-range.js';

const must = 'must be addresses or ranges such as 10.0.0.0/8, separated by commas';

/** Addresses and ranges separated by commas. */
function addressRanges() {
  return text(must).refine((value) => rangesIn(value).every((range) => range !== undefined), { error: must });
}

/** What every process that sends requests to addresses of users reads. */
export const outgoingHttpConfig = z.object({
  SVC_OUTGOING_ALLOW: addressRanges()
    .optional()
    .describe(
      'addresses beside those of the public internet that requests to URLs of users may go to, such as 10.1.0.0/16, separated by commas',
    ),
});

export function addressPolicy({ SVC_OUTGOING_ALLOW: allowed }: z.infer<typeof outgoingHttpConfig>) {
  return new AddressPolicy({ allowed: rangesIn(allowed ?? '').filter((range) => range !== undefined) });
}

function rangesIn(value: string): readonly (AddressRange | undefined)[] {
  return value === '' ? [] : value.split(',').map((range) => parseAddressRange(range.trim()));
}
