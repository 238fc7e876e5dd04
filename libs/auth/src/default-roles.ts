import type { Conditions, Grant } from './grant.js';
import { permissionNames, type PermissionName } from './permissions.js';

export type DefaultRoleName =
  | 'DefaultUserRole'
  | 'DefaultAdministratorRole'
  | 'DefaultSvcAdministratorRole'
  | 'DefaultSuperAdministratorRole';

/** One of the four roles that every organization begins with. The names are part of the API. */
export interface DefaultRole {
  readonly name: DefaultRoleName;
  readonly description: string;
  readonly frontendView: 'client' | 'admin';
  /** 1 (lowest) to 4. Each role has all permissions of the lower ones. */
  readonly rank: number;
  readonly grants: readonly Grant[];
}

const inOwnOrganization: Conditions = { org_id: { type: 'Equals', value: '{self_org_id}' } };
const ownConversation: Conditions = { conversation_user_id: { type: 'Equals', value: '{self_user_id}' } };
const ownUser: Conditions = { user_id: { type: 'Equals', value: '{self_user_id}' } };
const ofOwnRole: Conditions = { user_role_id: { type: 'Equals', value: '{self_role_id}' } };
/** Each user decides whether administrators can read their data. */
const visible: Conditions = { visible_to_admins: { type: 'Equals', value: true } };

function grants(names: readonly PermissionName[], conditions: Conditions = {}): readonly Grant[] {
  return names.map((permissionName) => ({
    permissionName,
    conditions: { ...inOwnOrganization, ...conditions },
  }));
}

const userGrants: readonly Grant[] = [
  ...grants(['Service:GetService', 'Service:GetVersionSet']),
  ...grants(
    [
      'Conversation:CreateConversation',
      'Conversation:InteractWithConversation',
      'Conversation:FinishConversation',
      'Conversation:GetConversation',
      'Conversation:GetMessage',
    ],
    ownConversation,
  ),
  ...grants(['User:UpdateUserInfo', 'User:GetUserInfo', 'User:GetUserModel'], ownUser),
];

/** Permissions on personal data: administrators have them for themselves, and for others under conditions. */
const conversational = permissionNames.filter((name) => name.startsWith('Conversation:'));
const personal: readonly PermissionName[] = [...conversational, 'User:GetUserModel'];
const reads: readonly PermissionName[] = [
  'Conversation:GetConversation',
  'Conversation:GetMessage',
  'Conversation:GetInteractionInsights',
  'User:GetUserModel',
];
const installerOnly: readonly PermissionName[] = ['Organization:CreateOrganization'];
const svcAdministratorOnly: readonly PermissionName[] = ['Admin:GetModels'];
const superAdministratorOnly: readonly PermissionName[] = ['Organization:DeleteOrganization'];
const special = new Set([...personal, ...installerOnly, ...svcAdministratorOnly, ...superAdministratorOnly]);

const administration: readonly Grant[] = [
  ...grants(permissionNames.filter((name) => !special.has(name))),
  ...grants(conversational, ownConversation),
  ...grants(['User:GetUserModel'], ownUser),
];

const administratorGrants: readonly Grant[] = [
  ...administration,
  ...grants(reads, { ...ofOwnRole, ...visible }),
];

const svcAdministratorGrants: readonly Grant[] = [
  ...administration,
  ...grants(svcAdministratorOnly),
  ...grants(reads, visible),
];

const superAdministratorGrants: readonly Grant[] = [
  ...svcAdministratorGrants,
  ...grants(superAdministratorOnly),
  ...grants(
    [
      'Conversation:FinishConversation',
      'Conversation:InteractWithConversation',
      'Conversation:GetRecommendedResponses',
      'Conversation:ModifyConversation',
      'Conversation:ReplayConversation',
    ],
    visible,
  ),
];

/**
 * @param mayCreateOrganizations true for organizations that the installer seeded: only their super administrators can create
 * further organizations.
 */
export function defaultRoles(mayCreateOrganizations: boolean): readonly DefaultRole[] {
  const createOrganizations: readonly Grant[] = mayCreateOrganizations
    ? installerOnly.map((permissionName) => ({ permissionName, conditions: {} }))
    : [];
  return [
    {
      name: 'DefaultUserRole',
      description: 'Talks with services, and reads and changes their own data.',
      frontendView: 'client',
      rank: 1,
      grants: userGrants,
    },
    {
      name: 'DefaultAdministratorRole',
      description: 'Runs the organization. Sees conversations and user models of users of this same role.',
      frontendView: 'admin',
      rank: 2,
      grants: administratorGrants,
    },
    {
      name: 'DefaultSvcAdministratorRole',
      description: 'Runs the organization. Sees conversations and user models of all users that allow it.',
      frontendView: 'admin',
      rank: 3,
      grants: svcAdministratorGrants,
    },
    {
      name: 'DefaultSuperAdministratorRole',
      description: 'Holds every permission in the organization. Sees what users let administrators see.',
      frontendView: 'admin',
      rank: 4,
      grants: [...superAdministratorGrants, ...createOrganizations],
    },
  ];
}
