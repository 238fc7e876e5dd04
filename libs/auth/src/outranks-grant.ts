import type { Grant } from './grant.js';
import { outranks, type RankedRole } from './outranks.js';
import { fillTemplates, withOwnRole } from './templates.js';

/** The role and place of the user who gets a grant. */
export interface GrantHolder {
  readonly orgId: string;
  /** The role of the user who gets the grant, not of the one who gives it. */
  readonly roleId: string;
}

/**
 * Whether a role may do all that a grant allows its holder, and more. Only then can it give the grant. Giver and holder act in
 * the same organization, so `{self_org_id}` equals its id. `{self_user_id}` means the holder of the grant, as in roles.
 */
export function outranksGrant(role: RankedRole, grant: Grant, { orgId, roleId }: GrantHolder): boolean {
  const here = (grants: readonly Grant[]) => fillTemplates(grants, { '{self_org_id}': orgId });
  const given = { roleId: '', grants: here(withOwnRole(roleId, [grant])), defaultRank: 0 };
  return outranks({ ...role, grants: here(role.grants) }, given);
}
