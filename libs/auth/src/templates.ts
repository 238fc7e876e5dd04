import { conditionEntries, mapConditionValues, type Conditions, type Grant } from './grant.js';
import type { AttributeValue } from './permissions.js';

/** The values of `{self_org_id}`, `{self_user_id}` and `{self_role_id}`. */
export interface Self {
  readonly orgId: string;
  readonly userId: string;
  readonly roleId: string;
}

export const templateNames = ['{self_org_id}', '{self_user_id}', '{self_role_id}'] as const;
export type TemplateName = (typeof templateNames)[number];

export function isTemplate(value: AttributeValue): value is TemplateName {
  return templateNames.some((name) => name === value);
}

/** Replaces the given templates in all conditions; the others stay. */
export function fillTemplates(
  grants: readonly Grant[],
  values: Partial<Record<TemplateName, string>>,
): readonly Grant[] {
  const fill = (value: AttributeValue) => (isTemplate(value) ? (values[value] ?? value) : value);
  return grants.map(({ permissionName, conditions }) => ({
    permissionName,
    conditions: Object.fromEntries(
      conditionEntries(conditions).map(([attribute, condition]) => [
        attribute,
        mapConditionValues(condition, fill),
      ]),
    ) satisfies Conditions,
  }));
}

/** The grants with `{self_role_id}` filled in. */
export function withOwnRole(roleId: string, grants: readonly Grant[]): readonly Grant[] {
  return fillTemplates(grants, { '{self_role_id}': roleId });
}

/** The grants with all templates filled in for one user. */
export function grantsOf(self: Self, grants: readonly Grant[]): readonly Grant[] {
  return fillTemplates(grants, {
    '{self_org_id}': self.orgId,
    '{self_user_id}': self.userId,
    '{self_role_id}': self.roleId,
  });
}
