import type { ExecutionContext } from '@nestjs/common';
import type { RpcPeer } from '@svc/rpc';
import { TranscriptReadersGuard } from './transcript-readers.guard.js';

const contextOf = (peer: RpcPeer) =>
  ({ switchToRpc: () => ({ getContext: () => ({ peer }) }) }) as unknown as ExecutionContext;
const peerNamed = (transport: RpcPeer['transport'], ...names: readonly string[]): RpcPeer => ({
  transport,
  isNamed: (name) => names.includes(name),
});
const guard = new TranscriptReadersGuard(['memory']);

describe('the text of messages', () => {
  it.each([
    ['over a unix socket', peerNamed('unix')],
    ['with a certificate that the operator has named', peerNamed('tls', 'memory')],
  ])('is read %s', (_how, peer) => {
    expect(guard.canActivate(contextOf(peer))).toBe(true);
  });

  it.each([
    ['with the certificate of the gateway', peerNamed('tls', 'gateway')],
    ['over the network without one', peerNamed('network')],
  ])('is refused %s', (_how, peer) => {
    expect(() => guard.canActivate(contextOf(peer))).toThrow(
      expect.objectContaining({ code: 'permission_denied' }) as Error,
    );
  });
});
