import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { RpcCall } from '@svc/rpc';
import { requirePermitted } from '@svc/service-host';

/** Names of the certificates that may read transcripts over the network: `@Inject(TRANSCRIPT_READERS) names: readonly string[]` */
export const TRANSCRIPT_READERS = Symbol('TRANSCRIPT_READERS');

/** The contexts that process finished conversations. The gateway is not one of them. */
export const defaultTranscriptReaders = ['memory'] as const;

/**
 * Guards every method that returns messages. Over a unix socket, the permission to open it is enough. Over the network
 * without mutual TLS, nobody may call.
 */
@Injectable()
export class TranscriptReadersGuard implements CanActivate {
  constructor(@Inject(TRANSCRIPT_READERS) private readonly names: readonly string[]) {}

  /** @throws DomainError `permission_denied` */
  canActivate(context: ExecutionContext): true {
    requirePermitted(context.switchToRpc().getContext<RpcCall>().peer, {
      names: this.names,
      variable: 'SVC_TRANSCRIPT_READERS',
      rejection: 'Transcripts are read by services that the operator has named.',
    });
    return true;
  }
}
