import { isIPv6 } from 'node:net';

/** IPv4 addresses as IPv6 sockets show them. */
const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/** The address that counts. Of IPv6 only the first 64 bits: a subscriber can change the rest at will (RFC 6177). */
export function countedAddress(address: string): string {
  const inside = mapped.exec(address)?.[1];
  if (inside !== undefined) return inside;
  return isIPv6(address) ? networkOf(address) : address;
}

function networkOf(address: string): string {
  const [plain = ''] = address.split('%');
  const [head = '', tail = ''] = plain.split('::');
  const groups = [...head.split(':'), ...zeroes(head, tail), ...tail.split(':')].filter(
    (group) => group !== '',
  );
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}

/** The groups that `::` abbreviates. */
function zeroes(head: string, tail: string): readonly string[] {
  const given = [...head.split(':'), ...tail.split(':')].filter((group) => group !== '');
  // An IPv4 address at the end takes the place of two groups.
  const count = given.length + (tail.includes('.') ? 1 : 0);
  return Array.from({ length: Math.max(0, 8 - count) }, () => '0');
}
