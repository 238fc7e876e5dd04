/**
 * Whether an address can be called as it is: paths are put behind it, keys come from variables of their own, and a URL with a
 * password is one that no call can be made to.
 * @param address a URL, or anything else, which is refused elsewhere
 */
export function isPlainAddress(address: string): boolean {
  const url = URL.parse(address);
  return url === null || `${url.username}${url.password}${url.search}${url.hash}` === '';
}

export const plainAddress = { error: 'must be a URL without a user, a password, a query or a fragment' };
