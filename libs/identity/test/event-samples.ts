import type { IdentityEvent } from '../src/adapters/event-types.js';

const preferences = {
  enableResponseRecommendation: true,
  preferredLanguage: 'deu',
  conversationsVisibleToAdmins: false,
  userModelVisibleToAdmins: true,
  timezone: 'Europe/Berlin',
  audioKeyterms: ['blood pressure'],
};
const storedPreferences =
  '{"audioKeyterms":["blood pressure"],"enableResponseRecommendation":true,"preferredLanguage":"deu",' +
  '"timezone":"Europe/Berlin","userModelVisibleToAdmins":true}';

/** What existing logs contain: a change of any right side is a new schema version with an upcaster. */
export const storedEvents: readonly (readonly [IdentityEvent, string])[] = [
  [
    {
      type: 'OrganizationCreated',
      data: {
        orgId: 'demo',
        orgName: 'Demo',
        userDimensions: [{ description: 'How they sleep', tags: ['sleep'] }],
        defaultUserPreferences: preferences,
        seededByOperator: true,
        createdAtMs: 1_700_000_000_123,
      },
    },
    `{"createdAtMs":1700000000123,"defaultUserPreferences":${storedPreferences},"orgId":"demo","orgName":"Demo",` +
      '"seededByOperator":true,"userDimensions":[{"description":"How they sleep","tags":["sleep"]}]}',
  ],
  [
    {
      type: 'OrganizationDimensionsChanged',
      data: {
        userDimensions: [{ description: 'What they eat', tags: ['food', 'health'] }],
        changedAtMs: 1_700_000_000_123,
      },
    },
    '{"changedAtMs":1700000000123,"userDimensions":[{"description":"What they eat","tags":["food","health"]}]}',
  ],
  [
    {
      type: 'OrganizationPreferencesChanged',
      data: { defaultUserPreferences: preferences, changedAtMs: 1_700_000_000_123 },
    },
    `{"changedAtMs":1700000000123,"defaultUserPreferences":${storedPreferences}}`,
  ],
  [
    {
      type: 'RoleCreated',
      data: {
        roleId: 'r1',
        roleName: 'Reader',
        description: 'Reads',
        frontendView: 'client',
        permissionGrants: [
          {
            permissionName: 'User:GetUserModel',
            conditions: {
              org_id: { type: 'Equals', value: '{self_org_id}' },
              user_role_id: { type: 'In', values: ['a', 'b'] },
              visible_to_admins: { type: 'NotEquals', value: false },
            },
          },
        ],
        defaultRank: 0,
        createdAtMs: 1,
      },
    },
    '{"createdAtMs":1,"description":"Reads","frontendView":"FRONTEND_VIEW_CLIENT","permissionGrants":[{"conditions":{' +
      '"org_id":{"type":"CONDITION_TYPE_EQUALS","values":[{"text":"{self_org_id}"}]},' +
      '"user_role_id":{"type":"CONDITION_TYPE_IN","values":[{"text":"a"},{"text":"b"}]},' +
      '"visible_to_admins":{"type":"CONDITION_TYPE_NOT_EQUALS","values":[{"flag":false}]}},' +
      '"permissionName":"User:GetUserModel"}],"roleId":"r1","roleName":"Reader"}',
  ],
  [
    { type: 'RoleDescribed', data: { description: 'Reads along', changedAtMs: 2 } },
    '{"changedAtMs":2,"description":"Reads along"}',
  ],
  [
    { type: 'RoleReplaced', data: { byRoleId: 'r2', expiresAtMs: 86_400_003, replacedAtMs: 3 } },
    '{"byRoleId":"r2","expiresAtMs":86400003,"replacedAtMs":3}',
  ],
  [{ type: 'RoleExpired', data: {} }, '{}'],
  [
    {
      type: 'UserCreated',
      data: {
        userId: 'u1',
        firstName: 'Uma',
        lastName: 'User',
        email: 'uma@demo.test',
        roleId: 'r1',
        preferences,
        nonsensitiveVariables: { plan: 'gold' },
        createdAtMs: 1,
      },
    },
    '{"createdAtMs":1,"email":"uma@demo.test","firstName":"Uma","lastName":"User","nonsensitiveVariables":{"plan":"gold"},' +
      `"preferences":${storedPreferences},"roleId":"r1","userId":"u1"}`,
  ],
  [
    { type: 'SensitiveUserVariablesStored', data: { variables: { pin: '1234' } } },
    '{"variables":{"pin":"1234"}}',
  ],
  [
    { type: 'NonsensitiveUserVariablesChanged', data: { variables: { plan: 'silver' } } },
    '{"variables":{"plan":"silver"}}',
  ],
  [{ type: 'NonsensitiveUserVariablesChanged', data: { variables: {} } }, '{}'],
  [{ type: 'UserProfileChanged', data: { firstName: 'New', lastName: null } }, '{"firstName":"New"}'],
  [{ type: 'UserProfileChanged', data: { firstName: null, lastName: 'Name' } }, '{"lastName":"Name"}'],
  [{ type: 'UserPreferencesChanged', data: { preferences } }, `{"preferences":${storedPreferences}}`],
  [
    { type: 'AdditionalContextAdded', data: { number: 2, entry: 'likes tea' } },
    '{"entry":"likes tea","number":2}',
  ],
  [{ type: 'UserRoleAssigned', data: { roleId: 'r2' } }, '{"roleId":"r2"}'],
  [{ type: 'UserDeleted', data: {} }, '{}'],
  [{ type: 'PersonErased', data: {} }, '{}'],
  [
    {
      type: 'MembershipCreated',
      data: { homeOrgId: 'demo', userId: 'u1', roleId: 'r4', createdAtMs: 1 },
    },
    '{"createdAtMs":1,"homeOrgId":"demo","roleId":"r4","userId":"u1"}',
  ],
  [{ type: 'MembershipDeleted', data: {} }, '{}'],
  [
    {
      type: 'ApiKeyCreated',
      data: {
        apiKeyId: 'k',
        recordId: 'c',
        name: null,
        roleId: 'r',
        creatorUserId: 'u',
        responsibleUserId: 'p',
        issuedByInstaller: false,
        expiresAtMs: 2,
        createdAtMs: 1,
      },
    },
    '{"apiKeyId":"k","createdAtMs":1,"creatorUserId":"u","expiresAtMs":2,"recordId":"c","responsibleUserId":"p","roleId":"r"}',
  ],
  [
    {
      type: 'ApiKeyCreated',
      data: {
        apiKeyId: 'k',
        recordId: 'c',
        name: 'Nightly import',
        roleId: 'r',
        creatorUserId: 'u',
        responsibleUserId: null,
        issuedByInstaller: true,
        expiresAtMs: 2,
        createdAtMs: 1,
      },
    },
    '{"apiKeyId":"k","createdAtMs":1,"creatorUserId":"u","expiresAtMs":2,"issuedByInstaller":true,"name":"Nightly import","recordId":"c","roleId":"r"}',
  ],
  [
    { type: 'ApiKeySecretStored', data: { secretSha256: Buffer.from([1, 2, 255]) } },
    '{"secretSha256":"AQL/"}',
  ],
  [
    {
      type: 'ApiKeyExpirationApproached',
      data: { apiKeyId: 'k', name: null, expiresAtMs: 2, warnedAtMs: 1 },
    },
    '{"apiKeyId":"k","expiresAtMs":2,"warnedAtMs":1}',
  ],
  [
    {
      type: 'ApiKeyExpirationApproached',
      data: { apiKeyId: 'k', name: 'Nightly import', expiresAtMs: 2, warnedAtMs: 1 },
    },
    '{"apiKeyId":"k","expiresAtMs":2,"name":"Nightly import","warnedAtMs":1}',
  ],
  [
    {
      type: 'TemporaryPermissionGrantCreated',
      data: {
        grantId: 'g',
        userId: 'u',
        homeOrgId: 'demo',
        permissionGrant: {
          permissionName: 'Conversation:GetMessage',
          conditions: { conversation_user_id: { type: 'Equals', value: 'v' } },
        },
        tags: { ticket: '4711', urgent: null },
        justification: 'Looks into what went wrong',
        creatorOrgId: 'demo',
        creatorUserId: 'w',
        responsibleUserId: null,
        createdAtMs: 1,
        expiresAtMs: 2,
      },
    },
    '{"createdAtMs":1,"creatorOrgId":"demo","creatorUserId":"w","expiresAtMs":2,"grantId":"g","homeOrgId":"demo",' +
      '"justification":"Looks into what went wrong","permissionGrant":{"conditions":{"conversation_user_id":' +
      '{"type":"CONDITION_TYPE_EQUALS","values":[{"text":"v"}]}},"permissionName":"Conversation:GetMessage"},' +
      '"tags":[{"key":"ticket","value":"4711"},{"key":"urgent"}],"userId":"u"}',
  ],
  [
    {
      type: 'TemporaryPermissionGrantCreated',
      data: {
        grantId: 'g',
        userId: 'u',
        homeOrgId: 'demo',
        permissionGrant: { permissionName: 'Conversation:GetMessage', conditions: {} },
        tags: { ticket: '4711', urgent: 'today' },
        justification: 'Looks into what went wrong',
        creatorOrgId: 'demo',
        creatorUserId: 'w',
        responsibleUserId: 'p',
        createdAtMs: 1,
        expiresAtMs: 2,
      },
    },
    '{"createdAtMs":1,"creatorOrgId":"demo","creatorUserId":"w","expiresAtMs":2,"grantId":"g","homeOrgId":"demo",' +
      '"justification":"Looks into what went wrong","permissionGrant":{"permissionName":"Conversation:GetMessage"},' +
      '"responsibleUserId":"p","tags":[{"key":"ticket","value":"4711"},{"key":"urgent","value":"today"}],"userId":"u"}',
  ],
  [{ type: 'ApiKeyRoleAssigned', data: { roleId: 'r2' } }, '{"roleId":"r2"}'],
  [{ type: 'ApiKeyDeleted', data: {} }, '{}'],
  [
    {
      type: 'WorkspaceCreated',
      data: {
        workspaceId: 'w',
        orgId: 'demo',
        ownerUserId: 'u',
        slug: 'front-desk',
        name: 'Front desk',
        environment: 'staging',
        region: 'us-east-1',
        createdAtMs: 1,
      },
    },
    '{"createdAtMs":1,"environment":"staging","name":"Front desk","orgId":"demo","ownerUserId":"u","region":"us-east-1",' +
      '"slug":"front-desk","workspaceId":"w"}',
  ],
  [
    {
      type: 'WorkspaceChanged',
      data: { name: 'Desk', environment: null, connectorType: 'epic', changedAtMs: 2 },
    },
    '{"changedAtMs":2,"connectorType":"epic","name":"Desk"}',
  ],
  [
    {
      type: 'WorkspaceChanged',
      data: { name: null, environment: 'production', connectorType: null, changedAtMs: 2 },
    },
    '{"changedAtMs":2,"environment":"production"}',
  ],
  [
    { type: 'PlatformAuthoringSet', data: { enabled: true, changedAtMs: 2 } },
    '{"changedAtMs":2,"enabled":true}',
  ],
  [{ type: 'PlatformAuthoringSet', data: { enabled: false, changedAtMs: 2 } }, '{"changedAtMs":2}'],
  [
    { type: 'WorkspaceOwnerChanged', data: { ownerUserId: 'u2', changedAtMs: 2 } },
    '{"changedAtMs":2,"ownerUserId":"u2"}',
  ],
  [{ type: 'WorkspaceProvisioned', data: { provisionedAtMs: 2 } }, '{"provisionedAtMs":2}'],
  [
    { type: 'TestCallerNumbersSet', data: { numbers: ['+15551234567'], changedAtMs: 2 } },
    '{"changedAtMs":2,"numbers":["+15551234567"]}',
  ],
  [
    { type: 'TestCredentialIdsSet', data: { credentialIds: ['c1', 'c2'], changedAtMs: 2 } },
    '{"changedAtMs":2,"credentialIds":["c1","c2"]}',
  ],
  [{ type: 'WorkspaceArchived', data: { archivedAtMs: 3 } }, '{"archivedAtMs":3}'],
  [
    {
      type: 'WorkspaceApiKeyCreated',
      data: {
        credentialId: 'c',
        keyId: 'k',
        name: 'Nightly import',
        role: 'member',
        permissions: ['credentials:read'],
        creatorUserId: 'u',
        creatorCredentialId: 'b',
        responsibleUserIds: ['u', 'p'],
        expiresAtMs: 2,
        createdAtMs: 1,
      },
    },
    '{"createdAtMs":1,"creatorCredentialId":"b","creatorUserId":"u","credentialId":"c","expiresAtMs":2,"keyId":"k",' +
      '"name":"Nightly import","permissions":["credentials:read"],"responsibleUserIds":["u","p"],"role":"member"}',
  ],
  [
    {
      type: 'WorkspaceApiKeyCreated',
      data: {
        credentialId: 'c',
        keyId: 'k',
        name: null,
        role: 'owner',
        permissions: [],
        creatorUserId: null,
        creatorCredentialId: null,
        responsibleUserIds: [],
        expiresAtMs: 2,
        createdAtMs: 1,
      },
    },
    '{"createdAtMs":1,"credentialId":"c","expiresAtMs":2,"keyId":"k","role":"owner"}',
  ],
  [
    { type: 'WorkspaceApiKeySecretStored', data: { secretSha256: Buffer.from([1, 2, 255]) } },
    '{"secretSha256":"AQL/"}',
  ],
  [
    { type: 'WorkspaceApiKeyRotated', data: { expiresAtMs: 4, rotatedAtMs: 3, responsibleUserIds: ['u'] } },
    '{"expiresAtMs":4,"responsibleUserIds":["u"],"rotatedAtMs":3}',
  ],
  [{ type: 'WorkspaceApiKeyDeleted', data: { deletedAtMs: 5 } }, '{"deletedAtMs":5}'],
  [{ type: 'WorkspaceApiKeyDeleted', data: { deletedAtMs: null } }, '{}'],
];

/** One of each type. */
export const eventSamples = storedEvents.map(([event]) => event);
