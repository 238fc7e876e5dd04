import { CredentialStatus, type ReviewedCredential } from '@svc/contracts/identity';
import { jsonOf } from './answers.js';
import { bearsWorkspaceKey, startTestGateway, workspaceId, type TestGateway } from './harness.js';

const key: ReviewedCredential = {
  credentialId: '0c2e28ba-2fa1-4d2e-883f-0016d3cca427',
  keyId: 'k1',
  name: 'Nightly import',
  role: 'member',
  permissions: ['agents:read'],
  status: CredentialStatus.CREDENTIAL_STATUS_REVOKED,
  creatorUserId: 'u1',
  creatorCredentialId: 'c1',
  createdAtMs: 0,
  expiresAtMs: 1_000,
  lastUsedAtMs: 2_000,
  revokedAtMs: 3_000,
};
const bare = { creatorUserId: undefined, creatorCredentialId: undefined, lastUsedAtMs: undefined };
const credentials = [
  key,
  { ...key, ...bare, status: CredentialStatus.CREDENTIAL_STATUS_ACTIVE, revokedAtMs: undefined },
  { ...key, ...bare, status: CredentialStatus.CREDENTIAL_STATUS_EXPIRED, revokedAtMs: undefined },
];

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway({
    identity: { getAccessReview: () => Promise.resolve({ workspaceId, generatedAtMs: 4_000, credentials }) },
  });
});
afterAll(() => gateway?.stop());

describe('the access review', () => {
  it('says of each credential who created it, its last use and its status', async () => {
    const url = `${gateway.url}/v1/${workspaceId}/compliance/access-review`;
    const review = await jsonOf(await fetch(url, { headers: bearsWorkspaceKey }));

    const shared = {
      id: key.credentialId,
      key_id: 'k1',
      name: 'Nightly import',
      role: 'member',
      permissions: ['agents:read'],
      created_at: '1970-01-01T00:00:00.000Z',
      expires_at: '1970-01-01T00:00:01.000Z',
      created_by_entity_id: null,
    };
    const ofNobody = { created_by_user_id: null, created_by_credential_id: null };
    const living = { ...shared, ...ofNobody, last_used_at: null, revoked_at: null };
    expect(review).toEqual({
      generated_at: '1970-01-01T00:00:04.000Z',
      workspace_id: workspaceId,
      credentials: [
        {
          ...shared,
          status: 'revoked',
          created_by_user_id: 'u1',
          created_by_credential_id: 'c1',
          last_used_at: '1970-01-01T00:00:02.000Z',
          revoked_at: '1970-01-01T00:00:03.000Z',
        },
        { ...living, status: 'active' },
        { ...living, status: 'expired' },
      ],
      total_credentials: 3,
      jwt_credentials_note: expect.stringMatching(/^Sessions with an id_token are not listed: .*\.$/),
    });
  });
});
