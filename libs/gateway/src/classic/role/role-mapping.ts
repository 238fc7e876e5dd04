import { grantsFromProto, grantToJson } from '@svc/auth';
import { FrontendView, type Role as RoleProto } from '@svc/contracts/identity';
import { sameNames } from '../../wire/same-names.js';
import { shown } from '../../wire/shown.js';
import { Role } from './role-schemas.js';

export function fromRole({ frontendView, permissionGrants, ...role }: RoleProto) {
  return shown(Role, {
    ...sameNames(role),
    frontend_view: frontendView === FrontendView.FRONTEND_VIEW_ADMIN ? 'admin' : 'client',
    permission_grants: grantsFromProto(permissionGrants).map(grantToJson),
  });
}
