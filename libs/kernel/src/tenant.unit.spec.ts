import { describe, expect, it } from '@jest/globals';
import { organizationTenant, streamId } from './tenant.js';

describe('tenant and stream ids', () => {
  it('name the organization, and begin every stream id', () => {
    const tenant = organizationTenant('demo');
    expect(tenant).toBe('org:demo');
    expect(streamId(tenant, 'user', '65f0c0ffee65f0c0ffee65f0')).toBe(
      'org:demo/user/65f0c0ffee65f0c0ffee65f0',
    );
  });
});
