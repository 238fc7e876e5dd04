import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { RpcCall } from '@svc/rpc';
import { requirePermitted } from '@svc/service-host';

/** Names of the certificates that may record inferences over the network: `@Inject(INFERRERS) names: readonly string[]` */
export const INFERRERS = Symbol('INFERRERS');

/** The context that reads finished conversations. */
export const defaultInferrers = ['memory'] as const;

/** Over a unix socket, the permission to open it is enough. Over the network without mutual TLS, nobody may call. */
@Injectable()
export class InferrersGuard implements CanActivate {
  constructor(@Inject(INFERRERS) private readonly names: readonly string[]) {}

  /** @throws DomainError `permission_denied` */
  canActivate(context: ExecutionContext): true {
    requirePermitted(context.switchToRpc().getContext<RpcCall>().peer, {
      names: this.names,
      variable: 'SVC_INFERRERS',
      rejection: 'What conversations say is recorded for services that the operator has named.',
    });
    return true;
  }
}
