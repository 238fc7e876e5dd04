import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { RpcCall } from '@svc/rpc';
import { KeyReaders } from '../application/key-readers.js';

/** Guards every method with keys in its response. */
@Injectable()
export class KeyReadersGuard implements CanActivate {
  constructor(private readonly readers: KeyReaders) {}

  canActivate(context: ExecutionContext): true {
    this.readers.require(context.switchToRpc().getContext<RpcCall>().peer);
    return true;
  }
}
