import type { LookupAddress } from 'node:dns';
import { isIPv6, type LookupFunction } from 'node:net';
import type { AddressPolicy } from './address-policy.js';
import type { NameResolver } from './name-resolver.js';
import { OutgoingError } from './outgoing-error.js';

/**
 * The name lookup of a connection: it checks the addresses, and the connection goes only to those. A name that resolves
 * differently the next time (DNS rebinding) is checked again. One refused address refuses the name, since any of its
 * addresses could be used.
 */
export function checkedLookup(resolver: NameResolver, policy: AddressPolicy): LookupFunction {
  return (hostname, options, callback) => {
    const fail = (error: Error): void => callback(error, options.all ? [] : '', 0);
    resolver.resolve(hostname).then(
      (addresses) => {
        const [first] = addresses;
        if (first === undefined) return fail(new OutgoingError('name_not_resolved'));
        if (!addresses.every((address) => policy.allows(address)))
          return fail(new OutgoingError('address_refused'));
        if (options.all) callback(null, addresses.map(withFamily));
        else callback(null, first, withFamily(first).family);
      },
      (cause: unknown) => fail(new OutgoingError('name_not_resolved', { cause })),
    );
  };
}

function withFamily(address: string): LookupAddress {
  return { address, family: isIPv6(address) ? 6 : 4 };
}
