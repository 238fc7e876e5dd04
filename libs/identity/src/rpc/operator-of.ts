import { requestMetadata } from '@svc/kernel';
import type { RpcCall } from '@svc/rpc';
import type { Operator } from '../application/operator.js';

export function operatorOf(call: RpcCall): Operator {
  return { metadata: requestMetadata('operator', call) };
}
