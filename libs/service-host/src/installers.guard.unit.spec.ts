import type { ExecutionContext } from '@nestjs/common';
import { describe, expect, it } from '@jest/globals';
import type { RpcPeer } from '@svc/rpc';
import { InstallersGuard } from './installers.guard.js';

const contextOf = (peer: RpcPeer) =>
  ({ switchToRpc: () => ({ getContext: () => ({ peer }) }) }) as unknown as ExecutionContext;
const peerNamed = (transport: RpcPeer['transport'], ...names: readonly string[]): RpcPeer => ({
  transport,
  isNamed: (name) => names.includes(name),
});
const guard = new InstallersGuard(['installer', 'on-call']);

describe('what only the installer may do', () => {
  it.each([
    ['over a unix socket', peerNamed('unix')],
    ['with a certificate that the installer has named', peerNamed('tls', 'laptop', 'on-call')],
  ])('is done %s', (_how, peer) => {
    expect(guard.canActivate(contextOf(peer))).toBe(true);
  });

  it.each([
    ['with the certificate of a service', peerNamed('tls', 'gateway')],
    ['over the network without one', peerNamed('network')],
  ])('is refused %s, and not told how to get in', (_how, peer) => {
    const attempt = () => guard.canActivate(contextOf(peer));
    expect(attempt).toThrow('This is for the installer only.');
    expect(attempt).toThrow(expect.objectContaining({ code: 'permission_denied' }));
  });
});
