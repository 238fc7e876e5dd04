import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { RpcCall } from '@svc/rpc';
import { KeyReaders } from '../application/key-readers.js';

/** Stands before every method whose answer holds keys. */
@Injectable()
export class KeyReadersGuard implements CanActivate {
  constructor(private readonly readers: KeyReaders) {}

  canActivate(context: ExecutionContext): true {
    this.readers.require(context.switchToRpc().getContext<RpcCall>().peer);
    return true;
  }
}
