import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { RpcCall } from '@svc/rpc';
import { requirePermitted } from '@svc/service-host';

/** Names of the certificates that may read transcripts over the network: `@Inject(TRANSCRIPT_READERS) names: readonly string[]` */
export const TRANSCRIPT_READERS = Symbol('TRANSCRIPT_READERS');

/** The contexts that make something of finished conversations; the gateway is none of them. */
export const defaultTranscriptReaders = ['memory'] as const;

/**
 * Stands before every method that answers with what people have said, whoever it is asked for. Over a unix socket whoever
 * can open it may; over the network, without mutual TLS, nobody.
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
