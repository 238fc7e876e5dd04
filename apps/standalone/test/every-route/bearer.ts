import type { DefaultRoleName, WorkspaceRole } from '@svc/auth';

/** The sender of a credential, as far as any rule needs it. */
export type Bearer =
  /** The credential is invalid or has ended. */
  | { readonly kind: 'nobody' }
  | { readonly kind: 'expired token' }
  | { readonly kind: 'expired key' }
  | {
      readonly kind: 'user';
      /** `own`: of the organization that the request is about. */
      readonly organization: 'own' | 'other';
      readonly role: DefaultRoleName;
      /** Whether they own the workspace of the request. */
      readonly ownsWorkspace: boolean;
    }
  | {
      readonly kind: 'workspace key';
      /** `own`: of the workspace that the request is about. */
      readonly workspace: 'own' | 'other';
      readonly role: WorkspaceRole;
    };

const nobody: Bearer = { kind: 'nobody' };
const superAdministrator = 'DefaultSuperAdministratorRole';

/** The columns of the matrix. */
export const bearers = {
  'no credential': nobody,
  'a text that is no credential': nobody,
  'a password in the Basic form': nobody,
  'the API key of the organization': nobody,
  'a workspace key that nobody has made': nobody,
  'an expired token': { kind: 'expired token' },
  'an expired workspace key': { kind: 'expired key' },
  'the token of a deleted API key': nobody,
  'the token of a deleted user': nobody,
  'a deleted workspace key': nobody,
  'the former secret of a rotated workspace key': nobody,
  'the key of an archived workspace': nobody,
  'an administrator of another organization': {
    kind: 'user',
    organization: 'other',
    role: superAdministrator,
    ownsWorkspace: false,
  },
  'the owner key of another workspace': { kind: 'workspace key', workspace: 'other', role: 'owner' },
  'a user of the weakest role': {
    kind: 'user',
    organization: 'own',
    role: 'DefaultUserRole',
    ownsWorkspace: false,
  },
  'a workspace key of the weakest role': { kind: 'workspace key', workspace: 'own', role: 'viewer' },
  'the right user': {
    kind: 'user',
    organization: 'own',
    role: superAdministrator,
    ownsWorkspace: true,
  },
  'the right workspace key': { kind: 'workspace key', workspace: 'own', role: 'owner' },
} as const satisfies Readonly<Record<string, Bearer>>;

export type BearerName = keyof typeof bearers;

export const bearerNames = Object.keys(bearers) as readonly BearerName[];
