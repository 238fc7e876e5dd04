import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { DomainError } from '@svc/errors';
import type { RpcCall } from '@svc/rpc';
import { OPERATORS } from './platform.module.js';

/**
 * Stands before everything that the operator alone may do, which no caller's permission covers: over a unix socket whoever
 * may open it, over the network certificates that the operator has named, without mutual TLS nobody.
 */
@Injectable()
export class OperatorsGuard implements CanActivate {
  constructor(@Inject(OPERATORS) private readonly names: readonly string[]) {}

  /** @throws DomainError `permission_denied` */
  canActivate(context: ExecutionContext): true {
    const { peer } = context.switchToRpc().getContext<RpcCall>();
    if (peer.transport === 'unix' || this.names.some((name) => peer.isNamed(name))) return true;
    throw new DomainError('permission_denied', 'This is for the operator alone.', {
      privateDetail: `The certificate of the peer has none of the names in SVC_OPERATORS (${this.names.join(', ')}).`,
    });
  }
}
