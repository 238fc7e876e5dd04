import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { RpcCall } from '@svc/rpc';
import { requirePermitted } from '../permitted-peers.js';
import { EVENT_READERS } from '../platform.module.js';

/** Guards the events of a log, which are of all tenants: only for services, whatever their caller. */
@Injectable()
export class EventReadersGuard implements CanActivate {
  constructor(@Inject(EVENT_READERS) private readonly names: readonly string[]) {}

  /** @throws DomainError `permission_denied` */
  canActivate(context: ExecutionContext): true {
    requirePermitted(context.switchToRpc().getContext<RpcCall>().peer, {
      names: this.names,
      variable: 'SVC_EVENT_READERS',
      rejection: 'Events are given to services that the installer has named.',
    });
    return true;
  }
}
