import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { RpcCall } from '@svc/rpc';
import { requirePermitted } from './permitted-peers.js';
import { INSTALLERS } from './platform.module.js';

/**
 * Stands before everything that the installer alone may do, which no caller's permission covers: over a unix socket whoever
 * may open it, over the network certificates that the installer has named, without mutual TLS nobody.
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
