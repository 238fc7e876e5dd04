import type { IdentityScript } from './harness.js';

const page = { hasMore: false, nextOffset: undefined };
const workspace = {
  workspaceId: 'w',
  orgId: 'demo',
  slug: 's',
  name: 'W',
  environment: 'staging',
  region: 'us-east-1',
  connectorType: undefined,
  platformAuthoring: false,
  provisionedAtMs: undefined,
  createdAtMs: 0,
  updatedAtMs: 0,
};
const issuedKey = {
  keyId: 'k',
  apiKey: 's',
  name: undefined,
  role: 'member',
  permissions: [],
  expiresAtMs: 0,
  creatorCredentialId: undefined,
};

/** Identity's responses in tests that are not about them. */
export const answeringIdentity: IdentityScript = {
  getOrganization: ({ orgId }) => Promise.resolve({ orgId, orgName: 'O', details: undefined }),
  signInWithApiKey: () => Promise.resolve({ idToken: 'a.b.c', expiresAtMs: 0 }),
  listRoles: () => Promise.resolve({ roles: [] }),
  createRole: () => Promise.resolve({ roleId: 'r' }),
  assignRole: () => Promise.resolve({ roleId: 'r' }),
  listApiKeys: () => Promise.resolve({ apiKeys: [] }),
  listUsers: () => Promise.resolve({ users: [], page }),
  listOwnWorkspaces: () => Promise.resolve({ workspaces: [workspace], page }),
  getWorkspace: () => Promise.resolve({ workspace }),
  archiveWorkspace: () => Promise.resolve({ workspace }),
  listWorkspaceApiKeys: () => Promise.resolve({ apiKeys: [], page }),
  rotateWorkspaceApiKey: () => Promise.resolve({ apiKey: issuedKey }),
  deleteWorkspaceApiKey: () => Promise.resolve({}),
};
