import fc from 'fast-check';
import { AddressPolicy, parseAddressRange } from './index.js';
import { refusedIPv4Ranges, refusedIPv6Ranges } from './refused-ranges.js';

const policy = new AddressPolicy();

/** An address as its bits, independent of the policy's own comparison. */
function ipv4(bits: number): string {
  return [24, 16, 8, 0].map((shift) => (bits >>> shift) & 255).join('.');
}
function ipv6(bits: bigint): string {
  const groups = Array.from({ length: 8 }, (_group, index) => (bits >> BigInt(112 - 16 * index)) & 0xffffn);
  return groups.map((group) => group.toString(16)).join(':');
}
function bitsOf4(address: string): number {
  return address.split('.').reduce((bits, part) => bits * 256 + Number(part), 0);
}
function bitsOf6(address: string): bigint {
  const [head = '', tail = ''] = address.split('::');
  const groups = (text: string) => text.split(':').filter(Boolean);
  const zeros = Array<string>(8 - groups(head).length - groups(tail).length).fill('0');
  return [...groups(head), ...zeros, ...groups(tail)].reduce(
    (bits, group) => (bits << 16n) | BigInt(`0x${group}`),
    0n,
  );
}
const split = (range: string): readonly [string, number] => {
  const [address = '', prefix = ''] = range.split('/');
  return [address, Number(prefix)];
};
const any4 = fc.integer({ min: 0, max: 2 ** 32 - 1 });
const any6 = fc.bigInt({ min: 0n, max: 2n ** 128n - 1n });
const in4 = (range: string, bits: number): boolean => {
  const [address, prefix] = split(range);
  const size = 2 ** (32 - prefix);
  return Math.floor(bits / size) === Math.floor(bitsOf4(address) / size);
};
const in6 = (range: string, bits: bigint): boolean => {
  const [address, prefix] = split(range);
  return bits >> BigInt(128 - prefix) === bitsOf6(address) >> BigInt(128 - prefix);
};

describe('the addresses of the public internet', () => {
  it('any IPv4 address is allowed exactly when it is in no refused range', () => {
    fc.assert(
      fc.property(any4, (bits) => {
        expect(policy.allows(ipv4(bits))).toBe(!refusedIPv4Ranges.some((range) => in4(range, bits)));
      }),
    );
  });

  it('any address of a refused IPv4 range is refused, its first and last too, in every notation', () => {
    const inRange = fc.constantFrom(...refusedIPv4Ranges).chain((range) => {
      const [address, prefix] = split(range);
      const [first, size] = [bitsOf4(address), 2 ** (32 - prefix)];
      const within = fc.integer({ min: 0, max: size - 1 });
      return fc.oneof(fc.constant(0), fc.constant(size - 1), within).map((offset) => first + offset);
    });
    fc.assert(
      fc.property(inRange, (bits) => {
        const [high, low] = [(bits >>> 16).toString(16), (bits & 0xffff).toString(16)];
        expect(
          [
            ipv4(bits),
            `::ffff:${ipv4(bits)}`,
            `::ffff:${high}:${low}`,
            `::${high}:${low}`,
            `64:ff9b::${high}:${low}`,
            `64:ff9b:1::${high}:${low}`,
            `2002:${high}:${low}::1`,
            `2001:0:${high}:${low}::1`,
          ].filter((address) => policy.allows(address)),
        ).toEqual([]);
      }),
    );
  });

  it('any IPv6 address is allowed exactly when it is global unicast and in no refused range', () => {
    const ofRanges = fc
      .constantFrom(...refusedIPv6Ranges, 'fc00::/7', 'fe80::/10', 'ff00::/8', '::/96', '::ffff:0:0/96')
      .chain((range) => {
        const [address, prefix] = split(range);
        const within = fc.bigInt({ min: 0n, max: 2n ** BigInt(128 - prefix) - 1n });
        return within.map((offset) => bitsOf6(address) + offset);
      });
    const global = any6.map((bits) => (bits >> 3n) | (1n << 125n));
    fc.assert(
      fc.property(fc.oneof(any6, global, ofRanges), (bits) => {
        const isGlobal = bits >> 125n === 1n;
        expect(policy.allows(ipv6(bits))).toBe(
          isGlobal && !refusedIPv6Ranges.some((range) => in6(range, bits)),
        );
      }),
    );
  });

  it.each([
    ['127.0.0.1', 'loopback'],
    ['::1', 'loopback'],
    ['169.254.169.254', 'metadata'],
    ['fd00:ec2::254', 'metadata'],
    ['100.100.100.200', 'metadata'],
    ['168.63.129.16', 'metadata'],
    ['fe80::1%eth0', 'a link'],
    ['2606:4700::1%eth0', 'a link'],
    ['example.com', 'no address'],
    ['', 'no address'],
  ])('%s is refused: %s', (address) => expect(policy.allows(address)).toBe(false));

  it.each(['1.1.1.1', '8.8.8.8', '2606:4700:4700::1111', '2a00:1450:4001:80e::200e'])(
    '%s is allowed',
    (address) => expect(policy.allows(address)).toBe(true),
  );
});

describe('what an installer allows besides', () => {
  const ranges = ['10.1.0.0/16', 'fd12::/16', '127.0.0.1'].map((text) => parseAddressRange(text));
  const wider = new AddressPolicy({ allowed: ranges.filter((range) => range !== undefined) });

  it.each(['10.1.2.3', 'fd12::1', '127.0.0.1', '1.1.1.1'])('%s is allowed', (address) =>
    expect(wider.allows(address)).toBe(true),
  );
  it.each(['10.2.0.1', 'fd13::1', '127.0.0.2', '::1'])('%s stays refused', (address) =>
    expect(wider.allows(address)).toBe(false),
  );
  it.each(['10.0.0.0/33', '::/129', '10.0.0', 'a/8', '10.0.0.0/', ''])('%j is no range', (text) =>
    expect(parseAddressRange(text)).toBeUndefined(),
  );
});
