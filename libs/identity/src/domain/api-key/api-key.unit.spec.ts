import type { Timed } from '@svc/kernel';
import { apiKeyDecider, type ApiKeyCommand, type ApiKeyEvent } from './api-key.js';

const atMs = 1_700_000_000_000;
const dayMs = 86_400_000;
const secretSha256 = new Uint8Array(32);
type CreateApiKey = Extract<ApiKeyCommand, { type: 'CreateApiKey' }>;
const createApiKey = (changes: Partial<CreateApiKey> = {}): CreateApiKey & Timed => ({
  type: 'CreateApiKey',
  apiKeyId: 'k1',
  recordId: 'r1',
  name: null,
  roleId: 'role1',
  creatorUserId: 'u1',
  responsibleUserId: null,
  issuedByInstaller: false,
  duration: 'P30D',
  endsByMs: null,
  secretSha256,
  atMs,
  ...changes,
});
const decide = (past: readonly ApiKeyEvent[], when: ApiKeyCommand & Timed): readonly ApiKeyEvent[] =>
  apiKeyDecider.decide(past.reduce(apiKeyDecider.evolve, apiKeyDecider.initialState), when);
const rejection = (code: string): Error => expect.objectContaining({ code }) as Error;
const lifetimeOf = (duration: string): number => {
  const [created] = decide([], createApiKey({ duration }));
  return created?.type === 'ApiKeyCreated' ? created.data.expiresAtMs - atMs : NaN;
};

describe('creating an API key', () => {
  it('then the public part and the secret are events of their own', () => {
    const { apiKeyId, recordId, name, roleId, creatorUserId } = createApiKey();
    const behind = { responsibleUserId: null, issuedByInstaller: false };
    const ends = { expiresAtMs: atMs + 30 * dayMs, createdAtMs: atMs };
    expect(decide([], createApiKey())).toEqual([
      {
        type: 'ApiKeyCreated',
        data: { apiKeyId, recordId, name, roleId, creatorUserId, ...behind, ...ends },
      },
      { type: 'ApiKeySecretStored', data: { secretSha256 } },
    ]);
  });

  it('when the permission for it ends earlier, then so does the key', () => {
    const endingAfter = (ms: number) => {
      const [created] = decide([], createApiKey({ duration: 'P1D', endsByMs: atMs + ms }));
      return created?.type === 'ApiKeyCreated' ? created.data.expiresAtMs - atMs : NaN;
    };
    expect([endingAfter(60_000), endingAfter(2 * dayMs)]).toEqual([60_000, dayMs]);
  });

  it.each([
    ['P1D', 1],
    ['PT24H', 1],
    ['P1DT12H', 1.5],
    ['P2W', 14],
    ['P1.5D', 1.5],
    ['P1,5D', 1.5],
    ['P1M', 30],
    ['P89DT23H59M60S', 90],
    ['P90D', 90],
  ])('when the duration is %s, then it lives %d days', (duration, days) => {
    expect(lifetimeOf(duration)).toBe(days * dayMs);
  });

  it.each([
    'PT23H59M59S',
    'P90DT1S',
    `P${'0'.repeat(61)}1Dxyz`,
    'P1Y',
    'P',
    'PT',
    'P1DT',
    '1D',
    'P-1D',
    'P1H',
    'P 1D',
    '',
    `P${'9'.repeat(400)}D`,
  ])('when the duration is %j, then it is refused', (duration) => {
    expect(() => decide([], createApiKey({ duration }))).toThrow(rejection('validation_failed'));
  });

  it('when the name is blank, then it is refused', () => {
    expect(() => decide([], createApiKey({ name: ' ' }))).toThrow(rejection('validation_failed'));
  });
});

describe('deleting an API key', () => {
  const given = decide([], createApiKey());

  it('given one, then it is deleted', () => {
    expect(decide(given, { type: 'DeleteApiKey', atMs })).toEqual([{ type: 'ApiKeyDeleted', data: {} }]);
  });

  it('given none, or a deleted one, then it is not found', () => {
    const deleted = [...given, ...decide(given, { type: 'DeleteApiKey', atMs })];
    expect(() => decide([], { type: 'DeleteApiKey', atMs })).toThrow(rejection('not_found'));
    expect(() => decide(deleted, { type: 'DeleteApiKey', atMs })).toThrow(rejection('not_found'));
  });
});

describe('warning of an expiration', () => {
  const created = decide([], createApiKey({ name: 'Import' }));
  const warn = (atDay: number, past: readonly ApiKeyEvent[] = created) =>
    decide(past, { type: 'WarnOfExpiration', atMs: atMs + atDay * dayMs });

  it('when a warning is due, then it comes once, and again a day before the end', () => {
    const first = warn(23);
    expect(first).toEqual([
      {
        type: 'ApiKeyExpirationApproached',
        data: {
          apiKeyId: 'k1',
          name: 'Import',
          expiresAtMs: atMs + 30 * dayMs,
          warnedAtMs: atMs + 23 * dayMs,
        },
      },
    ]);
    expect(warn(24, [...created, ...first])).toEqual([]);
    const second = warn(29, [...created, ...first]);
    expect(second).toHaveLength(1);
    expect(warn(29.5, [...created, ...first, ...second])).toEqual([]);
  });

  it('when both were missed, then it comes once; too early or after the end it never comes', () => {
    const late = warn(29.5);
    expect(late).toHaveLength(1);
    expect(warn(29.6, [...created, ...late])).toEqual([]);
    expect(warn(22)).toEqual([]);
    expect(warn(30)).toEqual([]);
  });
});
