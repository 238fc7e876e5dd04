import { Inject, Injectable } from '@nestjs/common';
import { conditionEntries, conditionValues, type Grant, type RoleStanding } from '@svc/auth';
import type { Database, Statement } from '@svc/postgres';
import { DATABASE } from '@svc/service-host';
import { LRUCache } from 'lru-cache';

/** A role as permission checks need it. */
export interface KnownRole extends RoleStanding {
  readonly roleName: string;
}

const mostKept = 1_000;
/** About 40 MB. Roles are made by customers, with up to a thousand of these each. */
const mostConditionValues = 200_000;

interface RoleRow {
  readonly role_id: string;
  readonly role_name: string;
  readonly permission_grants: readonly Grant[];
  readonly default_rank: number;
}

/** Roles by id, kept in memory: a role never changes (a changed one is a new id). */
@Injectable()
export class RoleStandings {
  readonly #kept = new LRUCache<string, KnownRole>({
    max: mostKept,
    maxSize: mostConditionValues,
    sizeCalculation: ({ grants }) => 1 + countConditionValues(grants),
  });

  constructor(@Inject(DATABASE) private readonly database: Database) {}

  async byId(orgId: string, roleId: string): Promise<KnownRole | undefined> {
    return this.#kept.get(keyOf(orgId, roleId)) ?? this.#read(orgId, selectRole('role_id', orgId, roleId));
  }

  byName(orgId: string, roleName: string): Promise<KnownRole | undefined> {
    return this.#read(orgId, selectRole('role_name', orgId, roleName));
  }

  async #read(orgId: string, statement: Statement): Promise<KnownRole | undefined> {
    const [row] = (await this.database.query<RoleRow>(statement)).rows;
    if (!row) return undefined;
    const {
      role_id: roleId,
      role_name: roleName,
      permission_grants: grants,
      default_rank: defaultRank,
    } = row;
    const role = { roleId, roleName, grants, defaultRank };
    this.#kept.set(keyOf(orgId, roleId), role);
    return role;
  }
}

/** Organization ids hold no slash. */
function keyOf(orgId: string, roleId: string): string {
  return `${orgId}/${roleId}`;
}

function countConditionValues(grants: readonly Grant[]): number {
  let count = grants.length;
  for (const { conditions } of grants)
    for (const [, condition] of conditionEntries(conditions)) count += conditionValues(condition).length;
  return count;
}

function selectRole(by: 'role_id' | 'role_name', orgId: string, value: string): Statement {
  return {
    name: `identity.select_role_by_${by}`,
    text: `SELECT role_id, role_name, permission_grants, default_rank FROM identity.role
            WHERE org_id = $1 AND ${by} = $2`,
    values: [orgId, value],
  };
}
