import { describe, expect, it } from '@jest/globals';
import {
  isTenantId,
  organizationOf,
  organizationTenant,
  streamId,
  userOfSubject,
  userSubject,
  workspaceOf,
  workspaceTenant,
} from './tenant.js';

describe('tenant and stream ids', () => {
  it('name the organization, and every stream id begins with one', () => {
    const tenant = organizationTenant('demo');
    expect(tenant).toBe('org:demo');
    expect(streamId(tenant, 'user', '65f0c0ffee65f0c0ffee65f0')).toBe(
      'org:demo/user/65f0c0ffee65f0c0ffee65f0',
    );
  });

  it('name a user as a subject by its stream, so that no two tenants share one', () => {
    expect(userSubject('org:demo', '65f0c0ffee65f0c0ffee65f0')).toBe(
      'org:demo/user/65f0c0ffee65f0c0ffee65f0',
    );
    expect(userSubject('org:other', '65f0c0ffee65f0c0ffee65f0')).not.toBe(
      userSubject('org:demo', '65f0c0ffee65f0c0ffee65f0'),
    );
  });

  it('find the user of a subject, and none in others', () => {
    const user = { tenantId: 'org:demo', userId: '65f0c0ffee65f0c0ffee65f0' } as const;
    expect(userOfSubject(userSubject(user.tenantId, user.userId))).toEqual(user);
    for (const other of [
      'org:demo/caller/1',
      'org:demo/user/',
      'org:demo/user/1/2',
      'demo/user/1',
      'account/1',
      '',
    ])
      expect(userOfSubject(other)).toBeNull();
  });

  it.each([
    ['org:demo', true],
    ['ws:1b4e28ba-2fa1-4d2e-883f-0016d3cca427', true],
    ['org:', false],
    ['org:a/b', false],
    ['demo', false],
  ])('know %j by its form: %s', (text, isOne) => {
    expect(isTenantId(text)).toBe(isOne);
  });

  it('give the organization of a tenant, and none for a workspace', () => {
    expect(organizationOf('org:demo')).toBe('demo');
    expect(organizationOf('ws:1b4e28ba-2fa1-4d2e-883f-0016d3cca427')).toBeNull();
  });

  it('give the workspace of a tenant, and none for an organization', () => {
    const workspaceId = '1b4e28ba-2fa1-4d2e-883f-0016d3cca427';
    expect(workspaceOf(workspaceTenant(workspaceId))).toBe(workspaceId);
    expect(workspaceOf('org:demo')).toBeNull();
  });
});
