import { createTokenVerifier, grantsFromProto, hasPermission } from '@svc/auth';
import type { SeedOrganizationResponse } from '@svc/contracts/identity';
import type { DomainError } from '@svc/errors';
import type { JSONWebKeySet } from 'jose';
import { SigningKeys } from '../src/adapters/signing-keys.js';
import { codeOf, seedRequest } from './demo.js';
import { startIdentityProcess, startMs, tokenIssuer, type IdentityProcess } from './identity-process.js';
import { profileOf } from './user-profiles.js';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

let service: IdentityProcess;
let seed: SeedOrganizationResponse;

beforeAll(async () => {
  service = await startIdentityProcess();
  seed = await service.admin.seedOrganization(seedRequest);
});
afterAll(() => service.stop());

const credentials = (changes: object = {}) => ({
  orgId: 'demo',
  apiKeyId: seed.apiKey?.apiKeyId ?? '',
  apiKey: seed.apiKey?.apiKey ?? '',
  userId: seed.userId,
  ...changes,
});

describe('an organization seeded by the installer', () => {
  it('then its administrator has a key of 90 days', () => {
    expect(seed).toMatchObject({
      created: true,
      orgId: 'demo',
      userId: expect.stringMatching(/^[0-9a-f]{24}$/),
    });
    expect(seed.apiKey).toMatchObject({ expiresAtMs: startMs + 90 * dayMs });
  });

  it('when it is seeded again, then the same ids are returned, without a key', async () => {
    const again = await service.admin.seedOrganization(seedRequest);
    expect(again).toEqual({ created: false, orgId: 'demo', userId: seed.userId, apiKey: undefined });
  });

  it('when its id is reserved or malformed, then it is refused', async () => {
    for (const orgId of [
      'workspaces',
      'ME',
      'openapi.json',
      '4d1e1c0e-9c1d-4a53-b3f5-3c1d4f3b0a11',
      'a/b',
      '',
    ]) {
      expect(await codeOf(service.admin.seedOrganization({ ...seedRequest, orgId }))).toBe('invalid_request');
    }
  });
});

describe('a sign-in with an API key', () => {
  it("then the token is the user's, valid for an hour, and verifies with the published keys", async () => {
    const { idToken, expiresAtMs } = await service.identity.signInWithApiKey(credentials());
    expect(expiresAtMs).toBe(startMs + hourMs);
    const fetchKeys = async () => JSON.parse((await service.identity.getJwks({})).jwksJson) as JSONWebKeySet;
    const verifier = createTokenVerifier({ issuer: tokenIssuer, clock: service.clock, fetchKeys });
    expect(await verifier.verify(idToken)).toEqual({
      userId: seed.userId,
      orgId: 'demo',
      apiKeyId: seed.apiKey?.apiKeyId,
      issuedAtMs: startMs,
      expiresAtMs: startMs + hourMs,
    });
    const claims = Buffer.from(idToken.split('.')[1] ?? '', 'base64url').toString();
    expect(Object.keys(JSON.parse(claims) as object).toSorted()).toEqual([
      'api_key_id',
      'aud',
      'exp',
      'iat',
      'iss',
      'jti',
      'org',
      'sub',
    ]);
  });

  it('when the key or its id is wrong, whoever the user is, then the error is the same', async () => {
    const wrong = [
      { apiKey: `${credentials().apiKey.slice(0, -1)}_` },
      { apiKey: '' },
      { apiKeyId: 'no-such-key' },
      { apiKey: '', userId: '0123456789abcdef01234567' },
    ];
    const errors = await Promise.all(
      wrong.map((change) =>
        service.identity.signInWithApiKey(credentials(change)).catch((error: DomainError) => error),
      ),
    );
    for (const error of errors) expect(error).toMatchObject({ code: 'unauthenticated' });
    expect(new Set(errors.map((error) => (error as DomainError).message)).size).toBe(1);
  });

  it('when the organization is unknown, then the error says so', async () => {
    expect(await codeOf(service.identity.signInWithApiKey(credentials({ orgId: 'nowhere' })))).toBe(
      'organization_not_found',
    );
  });
});

describe('access of a token', () => {
  const access = (changes: object = {}) => service.identity.getAccess({ ...credentials(), ...changes });

  it('then it names the role and its grants, templates filled in', async () => {
    const { grants, ...rest } = await access();
    expect(rest).toMatchObject({
      active: true,
      roleName: 'DefaultSuperAdministratorRole',
      displayName: 'Ada Admin',
    });
    expect(hasPermission(grantsFromProto(grants), 'Organization:CreateOrganization')).toBe(true);
    expect(JSON.stringify(grants)).not.toContain('{self_');
  });

  it('when user, key or organization is unknown, then it is not active', async () => {
    for (const change of [{ userId: 'x' }, { apiKeyId: 'x' }, { orgId: 'x' }]) {
      expect(await access(change)).toMatchObject({ active: false, grants: [] });
    }
  });
});

describe('a further key issued by the installer', () => {
  it('then its user can sign in with it, until it expires', async () => {
    const { apiKey } = await service.admin.issueApiKey({
      orgId: 'demo',
      userId: seed.userId,
      duration: 'P1D',
    });
    expect(apiKey?.expiresAtMs).toBe(startMs + dayMs);
    const signIn = () => service.identity.signInWithApiKey(credentials(apiKey));
    service.clock.advance(dayMs - hourMs / 2);
    expect((await signIn()).expiresAtMs).toBe(startMs + dayMs);
    service.clock.advance(hourMs / 2);
    expect(await codeOf(signIn())).toBe('unauthenticated');
    service.clock.advance(-dayMs);
  });

  it('when the duration is not an ISO 8601 duration of 1 to 90 days, then it is refused', async () => {
    for (const duration of ['P0D', 'P91D', 'PT23H59M', '30', 'P', 'PT', 'P1DT', '']) {
      const request = { orgId: 'demo', userId: seed.userId, duration };
      expect(await codeOf(service.admin.issueApiKey(request))).toBe('validation_failed');
    }
  });

  it('when the user or organization is unknown, then it is refused', async () => {
    const request = { orgId: 'demo', userId: seed.userId, duration: 'P1D' };
    expect(await codeOf(service.admin.issueApiKey({ ...request, userId: 'x' }))).toBe('not_found');
    expect(await codeOf(service.admin.issueApiKey({ ...request, orgId: 'x' }))).toBe(
      'organization_not_found',
    );
  });
});

describe('what an agent may know of a user', () => {
  it('then it has names, role, preferences and the added context', async () => {
    expect(await profileOf(service.identity, seed.userId)).toMatchObject({
      displayName: 'Ada Admin',
      firstName: 'Ada',
      additionalContext: [],
      variables: {},
      conversationsVisibleToAdmins: true,
      userModelVisibleToAdmins: true,
    });
  });

  it('when the user is unknown or of another organization, then it is left out', async () => {
    const known = { orgId: 'demo', userId: seed.userId };
    const unknown = ['x', 'a/b', 'a\u0000b', ''].map((userId) => ({ orgId: 'demo', userId }));
    const elsewhere = { orgId: 'other', userId: seed.userId };
    const { users } = await service.identity.getUserContexts({ users: [...unknown, known, elsewhere] });
    expect(users.map(({ profile }) => profile?.key)).toEqual([known]);
    expect(await service.identity.getUserContexts({ users: unknown })).toEqual({ users: [] });
  });
});

describe('a rotated signing key', () => {
  const kids = async () =>
    (JSON.parse((await service.identity.getJwks({})).jwksJson) as JSONWebKeySet).keys.map(({ kid }) => kid);
  const kidOfNewToken = async () => {
    const { idToken } = await service.identity.signInWithApiKey(credentials());
    const header = Buffer.from(idToken.split('.')[0] ?? '', 'base64url').toString();
    return (JSON.parse(header) as { kid: string }).kid;
  };

  it('then it is published at once, signs a minute later, and the old one stays until its tokens have expired', async () => {
    const [first] = await kids();
    const { kid: second } = await service.admin.rotateSigningKey({});
    expect(await kids()).toEqual([second, first]);
    expect(await kidOfNewToken()).toBe(first);
    service.clock.advance(60_000);
    expect(await kidOfNewToken()).toBe(second);
    service.clock.advance(hourMs + 59_999);
    expect(await kids()).toEqual([second, first]);
    service.clock.advance(1);
    expect(await kids()).toEqual([second]);
  });

  it('given verifiers that cache the key set for a day, then both keys are published a day longer on either side', async () => {
    const dayMs = 24 * hourMs;
    const patient = await service.replica({ signingKeyOverlapMs: dayMs });
    const keys = patient.get(SigningKeys);
    const published = async () =>
      (JSON.parse(await keys.publicKeySet()) as JSONWebKeySet).keys.map(({ kid }) => kid);
    const { kid: first } = await keys.current();
    const second = await keys.rotate();
    service.clock.advance(dayMs - 1);
    expect([(await keys.current()).kid, await published()]).toEqual([first, [second, first]]);
    service.clock.advance(1);
    expect((await keys.current()).kid).toBe(second);
    service.clock.advance(dayMs + hourMs - 1);
    expect(await published()).toEqual([second, first]);
    service.clock.advance(1);
    expect(await published()).toEqual([second]);
  });

  it('when two replicas start on an empty database at once, then there is one key', async () => {
    await service.storage.database.query({
      name: 'clear_keys',
      text: 'DELETE FROM identity.signing_key',
      values: [],
    });
    const replicas = await Promise.all(Array.from({ length: 8 }, () => service.replica()));
    await Promise.all(replicas.map((replica) => replica.get(SigningKeys).start()));
    service.clock.advance(5_000);
    expect(await kids()).toHaveLength(1);
  });
});
