/**
 * Ranges that a user's request may never reach: those that the IANA registries of special-purpose addresses (RFC 6890
 * and its updates) do not call globally reachable, and those that embed another address.
 */
export const refusedIPv4Ranges = [
  '0.0.0.0/8', // this network
  '10.0.0.0/8', // private
  '100.64.0.0/10', // shared by carriers; metadata of one cloud
  '127.0.0.0/8', // loopback
  '168.63.129.16/32', // the host of virtual machines in one cloud, which gives them their configuration
  '169.254.0.0/16', // link-local; metadata of most clouds
  '172.16.0.0/12', // private
  '192.0.0.0/24', // protocol assignments
  '192.0.2.0/24', // documentation
  '192.88.99.0/24', // relays of 6to4
  '192.168.0.0/16', // private
  '198.18.0.0/15', // benchmarks
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, broadcast
] as const;

/**
 * Of IPv6 only 2000::/3 is assigned (global unicast), and of that not these. So loopback, unique local, link-local,
 * multicast, IPv4-mapped (::ffff:0:0/96), IPv4-compatible and NAT64 (64:ff9b::/96, 64:ff9b:1::/48) are refused without
 * being listed.
 */
export const globalIPv6Range = '2000::/3';
export const refusedIPv6Ranges = [
  '2001::/23', // protocol assignments: Teredo, benchmarks, ORCHID
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4: embeds an IPv4 address
  '3fff::/20', // documentation
] as const;
