import type { Caller as CallerMessage } from '@svc/contracts/common';
import { requesterOf } from './requester.js';
import type { RpcCall } from './rpc-call.js';

const ada: CallerMessage = {
  tenantId: 'org:5f1d7a84c0a8e5b2d3e4f5a6',
  orgId: '5f1d7a84c0a8e5b2d3e4f5a6',
  userId: 'ada',
  roleId: 'r-1',
  roleName: 'DefaultAdminRole',
  displayName: 'Ada',
  grants: [],
};
const call: Omit<RpcCall, 'peer'> = {
  signal: new AbortController().signal,
  requestId: 'r-1',
  traceparent: '00-a-b-01',
};

describe('the requester of a call', () => {
  it('given a caller, then events name the user and the request, and the signal is that of the call', () => {
    expect(requesterOf(ada, call)).toEqual({
      caller: ada,
      tenantId: 'org:5f1d7a84c0a8e5b2d3e4f5a6',
      metadata: { actor: 'user:ada', correlationId: 'r-1', causationId: 'r-1', traceparent: '00-a-b-01' },
      signal: call.signal,
    });
  });

  it('given no caller, or one of no known tenant, then the request is unauthenticated', () => {
    for (const message of [undefined, { ...ada, tenantId: 'nobody' }]) {
      expect(() => requesterOf(message, call)).toThrow(expect.objectContaining({ code: 'unauthenticated' }));
    }
  });
});
