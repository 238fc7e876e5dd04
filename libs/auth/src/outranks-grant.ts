import type { Grant } from './grant.js';
import { outranks, type RankedRole } from './outranks.js';
import { fillTemplates, withOwnRole } from './templates.js';

/** Who a grant is given to, and where. */
export interface GrantHolder {
  readonly orgId: string;
  /** The role of whoever holds it, which is not who gives it. */
  readonly roleId: string;
}

/**
 * Whether a role may do all that a single grant allows its holder, and more: what it takes to give it to somebody. Giver and
 * holder act in the same organization, so `{self_org_id}` is the same as its id; `{self_user_id}` stands for whoever holds
 * the grant, as in roles.
 */
export function outranksGrant(role: RankedRole, grant: Grant, { orgId, roleId }: GrantHolder): boolean {
  const here = (grants: readonly Grant[]) => fillTemplates(grants, { '{self_org_id}': orgId });
  const given = { roleId: '', grants: here(withOwnRole(roleId, [grant])), defaultRank: 0 };
  return outranks({ ...role, grants: here(role.grants) }, given);
}
