import { isIP, isIPv4 } from 'node:net';

/** A range of addresses: `127.0.0.0/8`, `::1/128`. */
export interface AddressRange {
  readonly address: string;
  readonly prefix: number;
  readonly family: 'ipv4' | 'ipv6';
}

/** Undefined if invalid. A single address is a range of one. */
export function parseAddressRange(text: string): AddressRange | undefined {
  const [, address = '', digits] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  if (isIP(address) === 0) return undefined;
  const family = isIPv4(address) ? 'ipv4' : 'ipv6';
  const longest = family === 'ipv4' ? 32 : 128;
  const prefix = digits === undefined ? longest : Number(digits);
  return prefix > longest ? undefined : { address, prefix, family };
}

/** The valid ranges of a comma-separated list. */
export function parseAddressRanges(text: string): readonly AddressRange[] {
  return text
    .split(',')
    .map((range) => parseAddressRange(range.trim()))
    .filter((range) => range !== undefined);
}
