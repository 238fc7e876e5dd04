import { Inject, Injectable } from '@nestjs/common';
import { conditionEntries, conditionValues, type Grant, type RankedRole } from '@svc/auth';
import type { Database, Statement } from '@svc/postgres';
import { DATABASE } from '@svc/service-host';
import { LRUCache } from 'lru-cache';
import { roleInForce } from './role-in-force.js';

/** A role as permission checks need it. */
export interface KnownRole extends RankedRole {
  readonly roleName: string;
}

const maxKept = 1_000;
/** About 40 MB. Roles are made by customers, with up to a thousand of these each. */
const maxConditionValues = 200_000;

interface RoleRow {
  readonly role_id: string;
  readonly role_name: string;
  readonly permission_grants: readonly Grant[];
  readonly default_rank: number;
}

/** Roles by id, in memory: the grants of an id never change. */
@Injectable()
export class RoleCache {
  readonly #kept = new LRUCache<string, KnownRole>({
    max: maxKept,
    maxSize: maxConditionValues,
    sizeCalculation: ({ grants }) => 1 + countConditionValues(grants),
  });

  constructor(@Inject(DATABASE) private readonly database: Database) {}

  async byId(orgId: string, roleId: string): Promise<KnownRole | undefined> {
    return (
      this.#kept.get(keyOf(orgId, roleId)) ?? this.#read(orgId, selectRole('role_id = $2', orgId, roleId))
    );
  }

  /** The role that counts for users with this one: its successor if it was replaced. */
  async inForceFor(orgId: string, roleId: string): Promise<KnownRole | undefined> {
    const { rows } = await this.database.query<{ readonly role_id: string | null }>({
      name: 'identity.select_role_in_force',
      text: `SELECT ${roleInForce('$1', '$2')} AS role_id`,
      values: [orgId, roleId],
    });
    const inForce = rows[0]?.role_id;
    return inForce ? this.byId(orgId, inForce) : undefined;
  }

  /** The one in force. */
  byName(orgId: string, roleName: string): Promise<KnownRole | undefined> {
    return this.#read(orgId, selectRole('role_name = $2 AND expires_at IS NULL', orgId, roleName));
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

/** Organization ids contain no slash. */
function keyOf(orgId: string, roleId: string): string {
  return `${orgId}/${roleId}`;
}

function countConditionValues(grants: readonly Grant[]): number {
  let count = grants.length;
  for (const { conditions } of grants)
    for (const [, condition] of conditionEntries(conditions)) count += conditionValues(condition).length;
  return count;
}

function selectRole(
  by: 'role_id = $2' | 'role_name = $2 AND expires_at IS NULL',
  orgId: string,
  value: string,
): Statement {
  return {
    name: `identity.select_role_by_${by.split(' ', 1)[0]}`,
    text: `SELECT role_id, role_name, permission_grants, default_rank FROM identity.role
            WHERE org_id = $1 AND ${by}`,
    values: [orgId, value],
  };
}
