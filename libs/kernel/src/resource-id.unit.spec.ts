import { describe, expect, it } from '@jest/globals';
import { isResourceId } from './resource-id.js';

const hex = '65f0a1b2c3d4e5f6a7b8c9d0';
const uuid = '2f1d7c1e-3b7a-4c55-9a0e-0c4f6d9e8b7a';

describe('the id of a resource', () => {
  it('is 24 hex digits in an organization', () => {
    expect(isResourceId('org:demo', hex)).toBe(true);
    for (const text of [uuid, hex.toUpperCase(), hex.slice(1), `${hex}0`, `${hex}\n`, ''])
      expect(isResourceId('org:demo', text)).toBe(false);
  });

  it('is a UUID in a workspace', () => {
    expect(isResourceId('ws:1', uuid)).toBe(true);
    for (const text of [hex, uuid.toUpperCase(), uuid.replaceAll('-', ''), `${uuid}\n`, ''])
      expect(isResourceId('ws:1', text)).toBe(false);
  });
});
