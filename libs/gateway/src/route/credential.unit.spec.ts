import { DomainError } from '@svc/errors';
import { readCredential } from './credential.js';

const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;

describe('an authorization header', () => {
  it('carries a bearer token, or user and token', () => {
    expect(readCredential('Bearer a.b.c')).toEqual({ token: 'a.b.c', claimedUser: undefined });
    expect(readCredential('BEARER  a.b.c ')).toEqual({ token: 'a.b.c', claimedUser: undefined });
    expect(readCredential(basic('my_org_user_1:a.b.c'))).toEqual({
      token: 'a.b.c',
      claimedUser: 'my_org_user_1',
    });
    expect(readCredential(basic('or:g_user:a.b.c'))).toMatchObject({ claimedUser: 'or:g_user' });
  });

  it('may be absent', () => {
    expect(readCredential(undefined)).toBeUndefined();
  });

  it.each([
    '',
    'Bearer',
    'Bearer ',
    'a.b.c',
    'Token a.b.c',
    basic('no colon'),
    basic('user:'),
    `Bearer ${'x'.repeat(5_000)}`,
  ])('that says %s is refused', (header) => {
    expect(() => readCredential(header)).toThrow(DomainError);
  });
});
