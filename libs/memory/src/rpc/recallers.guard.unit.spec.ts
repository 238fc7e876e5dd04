import type { ExecutionContext } from '@nestjs/common';
import type { RpcPeer } from '@svc/rpc';
import { RecallersGuard } from './recallers.guard.js';

const contextOf = (peer: RpcPeer) =>
  ({ switchToRpc: () => ({ getContext: () => ({ peer }) }) }) as unknown as ExecutionContext;
const peerNamed = (transport: RpcPeer['transport'], ...names: readonly string[]): RpcPeer => ({
  transport,
  isNamed: (name) => names.includes(name),
});
const guard = new RecallersGuard(['conversations']);

describe('what is known of people', () => {
  it.each([
    ['over a unix socket', peerNamed('unix')],
    ['with a certificate that the operator has named', peerNamed('tls', 'conversations')],
  ])('is told %s', (_how, peer) => {
    expect(guard.canActivate(contextOf(peer))).toBe(true);
  });

  it.each([
    ['with the certificate of the gateway', peerNamed('tls', 'gateway')],
    ['over the network without one', peerNamed('network')],
  ])('is not told %s', (_how, peer) => {
    expect(() => guard.canActivate(contextOf(peer))).toThrow(
      expect.objectContaining({ code: 'permission_denied' }) as Error,
    );
  });
});
