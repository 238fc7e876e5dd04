import type { Script } from './harness.js';
import { complete, created } from './turns.js';

const page = { hasMore: false, nextOffset: undefined };
const destination = {
  destinationId: 'd',
  url: 'https://example.com/hook',
  acceptedTypes: [],
  retryAttempts: 3,
  inConversationOrder: false,
  secretGeneratedAtMs: 0,
};
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
const answersWorkspace = () => Promise.resolve({ workspace });
const answersTestCallers = () => Promise.resolve({ testCallers: { numbers: [], credentialIds: [] } });
const nothing = () => Promise.resolve({});

/** Services of which every one that a route asks answers, whatever it is asked. */
export const answeringServices: Script = {
  identity: {
    createOrganization: ({ orgId }) => Promise.resolve({ orgId }),
    getOrganization: ({ orgId }) => Promise.resolve({ orgId, orgName: 'O', details: undefined }),
    updateOrganization: nothing,
    listUserDimensions: () => Promise.resolve({ userDimensions: [] }),
    signInWithApiKey: () => Promise.resolve({ idToken: 'a.b.c', expiresAtMs: 0 }),
    listRoles: () => Promise.resolve({ roles: [] }),
    createRole: () => Promise.resolve({ roleId: 'r' }),
    modifyRole: () => Promise.resolve({ roleId: 'r' }),
    assignRole: () => Promise.resolve({ roleId: 'r' }),
    createTemporaryPermissionGrant: () => Promise.resolve({ grantId: 'g', expiresAtMs: 0 }),
    listTemporaryPermissionGrants: () => Promise.resolve({ grants: [], page }),
    createUser: () => Promise.resolve({ userId: 'u' }),
    listUsers: () => Promise.resolve({ users: [], page }),
    updateUser: nothing,
    deleteUser: nothing,
    createApiKey: () => Promise.resolve({ apiKeyId: 'k', apiKey: 's', expiresAtMs: 0 }),
    listApiKeys: () => Promise.resolve({ apiKeys: [] }),
    deleteApiKey: () => Promise.resolve({ apiKeyId: 'k' }),
    createWorkspace: answersWorkspace,
    listOwnWorkspaces: () => Promise.resolve({ workspaces: [workspace], page }),
    getWorkspace: answersWorkspace,
    updateWorkspace: answersWorkspace,
    archiveWorkspace: answersWorkspace,
    provisionWorkspace: answersWorkspace,
    getTestCallers: answersTestCallers,
    setTestCallers: answersTestCallers,
    createWorkspaceApiKey: () => Promise.resolve({ apiKey: issuedKey }),
    listWorkspaceApiKeys: () => Promise.resolve({ apiKeys: [], page }),
    rotateWorkspaceApiKey: () => Promise.resolve({ apiKey: issuedKey }),
    deleteWorkspaceApiKey: nothing,
    getAccessReview: () => Promise.resolve({ workspaceId: 'w', generatedAtMs: 0, credentials: [] }),
    getOwnWorkspaceApiKey: () =>
      Promise.resolve({ workspaceId: 'w', keyId: 'k', name: undefined, expiresAtMs: 0, expiresInMs: 0 }),
  },
  agents: { listServices: () => Promise.resolve({ services: [], page, filterValues: undefined }) },
  webhooks: {
    createDestination: () => Promise.resolve({ destination, secret: 's' }),
    listDestinations: () => Promise.resolve({ destinations: [destination] }),
    updateDestination: () => Promise.resolve({ destination }),
    deleteDestination: nothing,
    rotateSecret: () => Promise.resolve({ secret: 's', dualSigningStopsAtMs: 0 }),
    listDeliveries: () => Promise.resolve({ deliveries: [], page }),
    redeliver: () => Promise.resolve({ deliveryId: 'd' }),
    rewindDestination: nothing,
  },
  conversations: {
    createConversation: async function* () {
      yield await Promise.resolve({ events: [{ event: created }, { event: complete }] });
    },
    interact: async function* () {
      yield await Promise.resolve({ events: [{ event: complete }] });
    },
    finishConversation: nothing,
    listConversations: () => Promise.resolve({ conversations: [], page }),
    listMessages: () => Promise.resolve({ messages: [], page }),
    listModels: () => Promise.resolve({ models: [] }),
  },
  memory: {
    listMemories: () => Promise.resolve({ memories: [], page }),
    getUserModel: () => Promise.resolve({ userModels: [], additionalContext: [] }),
  },
};
