import { randomBytes } from 'node:crypto';
import {
  formatWorkspaceKey,
  formatWorkspaceKeyId,
  isWorkspaceKeyId,
  looksLikeWorkspaceKey,
  workspaceKeyIdOf,
} from './workspace-key.js';

const keyId = formatWorkspaceKeyId(randomBytes(12));
const key = formatWorkspaceKey(keyId, randomBytes(32));

describe('a workspace key', () => {
  it('contains its id, and is valid in a header, a URL and a subprotocol', () => {
    expect(key).toMatch(/^svcp_[0-9A-Za-z]{16}_[0-9A-Za-z]{49}$/);
    expect(looksLikeWorkspaceKey(key)).toBe(true);
    expect(isWorkspaceKeyId(keyId)).toBe(true);
    expect(workspaceKeyIdOf(key)).toBe(keyId);
  });

  it('differs from all others in all of its random bits', () => {
    const other = formatWorkspaceKey(keyId, randomBytes(32));
    expect(other).not.toBe(key);
    expect(() => formatWorkspaceKey(keyId, randomBytes(31))).toThrow(RangeError);
    expect(() => formatWorkspaceKeyId(randomBytes(11))).toThrow(RangeError);
  });

  it('is invalid with one character changed, or when it is cut', () => {
    for (let at = 0; at < key.length; at += 1) {
      const changed = `${key.slice(0, at)}${key[at] === 'x' ? 'y' : 'x'}${key.slice(at + 1)}`;
      expect(workspaceKeyIdOf(changed)).toBeNull();
    }
    for (const text of ['', 'svcp_', key.slice(0, -1), `${key}0`, ` ${key}`])
      expect(workspaceKeyIdOf(text)).toBeNull();
  });
});
