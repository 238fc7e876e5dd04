export type { Attribute, AttributesOf, AttributeValue, PermissionName } from './permissions.js';
export { permissionAttributes, permissionNames } from './permissions.js';
export type { Condition, Conditions, Grant } from './grant.js';
export { conditionEntries, conditionValues } from './grant.js';
export type { GrantJson } from './grant-json.js';
export { grantToJson } from './grant-json.js';
export { parseGrant, parseGrants } from './parse-grants.js';
export {
  conditionsToProto,
  grantFromProto,
  grantsFromProto,
  grantToProto,
  requireConditions,
} from './grant-mapping.js';
export type { Self } from './templates.js';
export { grantsOf, withOwnRole } from './templates.js';
export type { AttributeValues } from './permits.js';
export { attributesAsked, hasPermission, permissionDenied, permits, requirePermission } from './permits.js';
export type { ScopeColumn, ScopeColumns, SqlScope } from './sql-scope.js';
export { toSqlScope } from './sql-scope.js';
export type { PrismaScopePlaces, TextFilter } from './prisma-scope.js';
export { toPrismaScope } from './prisma-scope.js';
export { narrowToUsers } from './narrow.js';
export type { RankedRole } from './outranks.js';
export { equalsOrOutranks, missingGrant, outranks } from './outranks.js';
export type { GrantHolder } from './outranks-grant.js';
export { outranksGrant } from './outranks-grant.js';
export type { DefaultRole, DefaultRoleName } from './default-roles.js';
export { defaultRoles } from './default-roles.js';
export type { Caller } from './caller.js';
export { callerFromProto } from './caller.js';
export { equalHashes, formatApiKey, hashApiKey, isApiKey, matchesApiKeyHash } from './api-key.js';
export {
  formatWorkspaceKey,
  formatWorkspaceKeyId,
  isWorkspaceKeyId,
  looksLikeWorkspaceKey,
  workspaceKeyIdOf,
} from './workspace-key.js';
export type { TokenClaims, TokenSigningKey } from './token.js';
export { signToken, tokenAlgorithm } from './token.js';
export type { TokenVerifier, TokenVerifierOptions } from './token-verifier.js';
export { createTokenVerifier } from './token-verifier.js';
export type { WorkspaceCaller } from './workspace-caller.js';
export {
  requireWorkspacePermission,
  workspaceCallerFromProto,
  workspaceCallerToProto,
  workspacePermissionDenied,
} from './workspace-caller.js';
export type { WorkspacePermission, WorkspaceRole } from './workspace-permissions.js';
export {
  effectivePermissions,
  isWorkspacePermission,
  isWorkspaceRole,
  permissionsBehind,
  permissionsOfRole,
  workspacePermissionNames,
  workspacePermissions,
  workspaceRoleNames,
  workspaceRoles,
} from './workspace-permissions.js';
