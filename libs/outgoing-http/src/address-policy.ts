import { BlockList, isIPv4, isIPv6 } from 'node:net';
import { parseAddressRange, type AddressRange } from '@svc/config';
import { globalIPv6Range, refusedIPv4Ranges, refusedIPv6Ranges } from './refused-ranges.js';

/** Decides which addresses requests may go to: the public internet, and what the installer allows besides. */
export class AddressPolicy {
  readonly #allowed: BlockList;
  readonly #refused = blockListOf([...refusedIPv4Ranges, ...refusedIPv6Ranges].map(known));
  readonly #global = blockListOf([known(globalIPv6Range)]);

  constructor({ allowed = [] }: { readonly allowed?: readonly AddressRange[] } = {}) {
    this.#allowed = blockListOf(allowed);
  }

  /** @param address as text; invalid text is refused. */
  allows(address: string): boolean {
    // A zone names the link of an address: none of these is global.
    if (address.includes('%')) return false;
    if (isIPv4(address)) return this.#allowed.check(address, 'ipv4') || !this.#refused.check(address, 'ipv4');
    if (!isIPv6(address)) return false;
    if (this.#allowed.check(address, 'ipv6')) return true;
    return this.#global.check(address, 'ipv6') && !this.#refused.check(address, 'ipv6');
  }
}

function blockListOf(ranges: readonly AddressRange[]): BlockList {
  const list = new BlockList();
  for (const { address, prefix, family } of ranges) list.addSubnet(address, prefix, family);
  return list;
}

function known(text: string): AddressRange {
  const range = parseAddressRange(text);
  if (!range) throw new TypeError(`${text} is no range of addresses.`);
  return range;
}
