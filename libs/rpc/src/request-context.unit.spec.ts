import type { Caller as CallerProto, WorkspaceCaller } from '@svc/contracts/common';
import { requestContextOf, workspaceRequestContextOf } from './request-context.js';
import type { RpcCall } from './rpc-call.js';

const ada: CallerProto = {
  tenantId: 'org:5f1d7a84c0a8e5b2d3e4f5a6',
  orgId: '5f1d7a84c0a8e5b2d3e4f5a6',
  userId: 'ada',
  roleId: 'r-1',
  roleName: 'DefaultAdminRole',
  displayName: 'Ada',
  withOwnKey: true,
  grants: [],
};
const call: Omit<RpcCall, 'peer'> = {
  signal: new AbortController().signal,
  requestId: 'r-1',
  traceparent: '00-a-b-01',
};

describe('the request context of a call', () => {
  it('given a caller, then events name the user and the request, and the signal is that of the call', () => {
    expect(requestContextOf(ada, call)).toEqual({
      caller: { ...ada, responsibleUserId: 'ada' },
      tenantId: 'org:5f1d7a84c0a8e5b2d3e4f5a6',
      metadata: { actor: 'user:ada', correlationId: 'r-1', causationId: 'r-1', traceparent: '00-a-b-01' },
      signal: call.signal,
    });
  });

  it('given no caller, or one of no known tenant, then the request is unauthenticated', () => {
    for (const message of [undefined, { ...ada, tenantId: 'nobody' }]) {
      expect(() => requestContextOf(message, call)).toThrow(
        expect.objectContaining({ code: 'unauthenticated' }),
      );
    }
  });
});

describe('the request context of a call about a workspace', () => {
  const key: WorkspaceCaller = {
    tenantId: 'ws:1b4e28ba-2fa1-4d2e-883f-0016d3cca427',
    orgId: 'demo',
    credentialId: '0c2e28ba-2fa1-4d2e-883f-0016d3cca427',
    responsibleUserIds: [],
    permissions: ['Agent.view', 'Unknown.thing'],
  };

  it('given a key, then events name it, and it has its known permissions', () => {
    const { caller, tenantId, metadata } = workspaceRequestContextOf(key, call);
    expect(tenantId).toBe(key.tenantId);
    expect(caller).toMatchObject({ workspaceId: '1b4e28ba-2fa1-4d2e-883f-0016d3cca427', userId: null });
    expect([...caller.permissions]).toEqual(['Agent.view']);
    expect(metadata.actor).toBe(`api_key:${key.credentialId}`);
  });

  it('given a user, then events name them', () => {
    expect(workspaceRequestContextOf({ ...key, userId: 'ada' }, call).metadata.actor).toBe('user:ada');
  });

  it('given no caller, or one of an organization, then the request is unauthenticated', () => {
    for (const message of [undefined, { ...key, tenantId: 'org:demo' }, { ...key, tenantId: 'ws:' }]) {
      expect(() => workspaceRequestContextOf(message, call)).toThrow(
        expect.objectContaining({ code: 'unauthenticated' }),
      );
    }
  });
});
