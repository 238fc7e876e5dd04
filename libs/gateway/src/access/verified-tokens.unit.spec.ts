import type { TokenClaims } from '@svc/auth';
import { VerifiedTokens } from './verified-tokens.js';

const claims: TokenClaims = {
  orgId: 'demo',
  userId: 'ada',
  apiKeyId: 'key',
  issuedAtMs: 0,
  expiresAtMs: 3_600_000,
};

/** Counts the signature checks. */
function startTokens() {
  const clock = { nowMs: 0, now: () => clock.nowMs };
  const verified: string[] = [];
  const verify = (token: string): Promise<TokenClaims> => {
    verified.push(token);
    return Promise.resolve({ ...claims, userId: token });
  };
  return { tokens: new VerifiedTokens({ verify }, clock), clock, verified };
}

describe('the cache of verified tokens', () => {
  it('checks a signature again after a minute, in case its key was withdrawn', async () => {
    const { tokens, clock, verified } = startTokens();
    await tokens.claimsOf('ada');
    clock.nowMs = 59_999;
    expect(tokens.claimsOf('ada')).toMatchObject({ userId: 'ada' });
    clock.nowMs = 60_000;
    await tokens.claimsOf('ada');
    expect(verified).toEqual(['ada', 'ada']);
  });

  it('checks a signature again when the clock was set back', async () => {
    const { tokens, clock, verified } = startTokens();
    clock.nowMs = 60_000;
    await tokens.claimsOf('ada');
    clock.nowMs = 0;
    await tokens.claimsOf('ada');
    expect(verified).toEqual(['ada', 'ada']);
  });

  it('keeps tokens apart', async () => {
    const { tokens } = startTokens();
    expect(await tokens.claimsOf('ada')).toMatchObject({ userId: 'ada' });
    expect(await tokens.claimsOf('bob')).toMatchObject({ userId: 'bob' });
  });
});
