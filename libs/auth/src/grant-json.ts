import { conditionEntries, type Condition, type Grant } from './grant.js';

/** A grant as clients see it: `Resource:Action`, and a map from attribute to condition. The inverse of `parseGrants`. */
export interface GrantJson {
  readonly permission_name: string;
  readonly conditions: Readonly<Record<string, Condition>>;
}

export function grantToJson({ permissionName, conditions }: Grant): GrantJson {
  return { permission_name: permissionName, conditions: Object.fromEntries(conditionEntries(conditions)) };
}
