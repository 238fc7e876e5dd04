import type { FastifyRequest } from 'fastify';
import { clientAddress } from './client-address.js';

const requestFrom = (ip: string, peer = '10.0.0.1') =>
  ({ ip, raw: { socket: { remoteAddress: peer } } }) as Pick<FastifyRequest, 'ip' | 'raw'>;

it.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:DB8:0001:2::1', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
  ['64:ff9b::192.0.2.33', '64:ff9b:0:0'],
])('%s is counted as %s', (ip, counted) => {
  expect(clientAddress(requestFrom(ip))).toBe(counted);
});

it('is the peer where a proxy names no address', () => {
  expect(clientAddress(requestFrom('unknown', '203.0.113.9'))).toBe('203.0.113.9');
});
