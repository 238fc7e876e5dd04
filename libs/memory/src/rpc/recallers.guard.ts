import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { RpcCall } from '@svc/rpc';
import { requirePermitted } from '@svc/service-host';

/** Names of the certificates that may recall over the network: `@Inject(RECALLERS) names: readonly string[]` */
export const RECALLERS = Symbol('RECALLERS');

/** The contexts that run conversations. The gateway is not one of them. */
export const defaultRecallers = ['conversations'] as const;

/**
 * Guards every method that returns knowledge of people. Over a unix socket, the permission to open it is enough. Over
 * the network without mutual TLS, nobody may call.
 */
@Injectable()
export class RecallersGuard implements CanActivate {
  constructor(@Inject(RECALLERS) private readonly names: readonly string[]) {}

  /** @throws DomainError `permission_denied` */
  canActivate(context: ExecutionContext): true {
    requirePermitted(context.switchToRpc().getContext<RpcCall>().peer, {
      names: this.names,
      variable: 'SVC_RECALLERS',
      rejection: 'What is known of people is told to services that the operator has named.',
    });
    return true;
  }
}
