/**
 * Whether an address can be called unchanged: paths are appended to it, keys have their own variables, and fetch rejects a URL
 * with a password.
 * @param address a URL, or anything else, which is rejected elsewhere
 */
export function isPlainAddress(address: string): boolean {
  const url = URL.parse(address);
  return url === null || `${url.username}${url.password}${url.search}${url.hash}` === '';
}

export const plainAddress = { error: 'must be a URL without a user, a password, a query or a fragment' };
