import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { RpcCall } from '@svc/rpc';
import { requirePermitted } from './permitted-peers.js';
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
    requirePermitted(context.switchToRpc().getContext<RpcCall>().peer, {
      names: this.names,
      variable: 'SVC_OPERATORS',
      refusal: 'This is for the operator alone.',
    });
    return true;
  }
}
