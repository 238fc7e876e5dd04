import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { RpcCall } from '@svc/rpc';
import { requirePermitted } from './permitted-peers.js';
import { INSTALLERS } from './platform.module.js';

/**
 * Guards what only the installer may do and no permission covers. Over a unix socket: anyone who may open it. Over the
 * network: the certificates that the installer has named, and nobody without mutual TLS.
 */
@Injectable()
export class InstallersGuard implements CanActivate {
  constructor(@Inject(INSTALLERS) private readonly names: readonly string[]) {}

  /** @throws DomainError `permission_denied` */
  canActivate(context: ExecutionContext): true {
    requirePermitted(context.switchToRpc().getContext<RpcCall>().peer, {
      names: this.names,
      variable: 'SVC_INSTALLERS',
      rejection: 'This is for the installer only.',
    });
    return true;
  }
}
