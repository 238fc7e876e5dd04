import { isStorableText } from '@svc/kernel';
import type { Executor } from '@svc/postgres';
import { joinUsage } from '@svc/workspaces';
import { joinPerson } from './join-person.js';
import { roleInForce } from './role-in-force.js';

/** A person who answers for a key: a user of the organization, or a member from elsewhere. */
export interface KeyPersonRow {
  readonly userId: string;
  readonly homeOrgId: string;
  /** The one in force. */
  readonly roleId: string;
}

/** A user, an API key and those who answer for it; null where one does not exist. */
export interface AccessRow {
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly user_role_id: string | null;
  readonly key_role_id: string | null;
  readonly key_expires_at: Date | null;
  readonly creator: KeyPersonRow | null;
  /** The person behind the creator, or the creator. */
  readonly responsible: KeyPersonRow | null;
  readonly issued_by_installer: boolean | null;
  /** Null without the key. */
  readonly secret_sha256: Buffer | null;
  /** Of the key; null: never. */
  readonly last_used_at: Date | null;
}

/** A few index look-ups. Roles are those in force. @returns undefined when there is no such organization. */
export async function queryAccess(
  executor: Executor,
  { orgId, userId, apiKeyId }: { readonly orgId: string; readonly userId: string; readonly apiKeyId: string },
): Promise<AccessRow | undefined> {
  const { rows } = await executor.query<AccessRow>({
    name: 'identity.select_access',
    text: `SELECT u.first_name, u.last_name, ${roleInForce('$1', 'u.role_id')} AS user_role_id,
                  ${roleInForce('$1', 'k.role_id')} AS key_role_id, k.expires_at AS key_expires_at, k.issued_by_installer,
                  s.secret_sha256, usage.last_used_at,
                  ${personRow('creator')} AS creator, ${personRow('responsible')} AS responsible
             FROM identity.organization o
             LEFT JOIN identity.user_account u ON u.org_id = o.org_id AND u.user_id = $2
             LEFT JOIN identity.api_key k ON k.org_id = o.org_id AND k.api_key_id = $3
             LEFT JOIN identity.api_key_secret s ON s.org_id = o.org_id AND s.api_key_id = k.api_key_id
             ${joinUsage('k.api_key_id')}
             ${joinPerson('creator', '$1', 'k.creator_user_id')}
             ${joinPerson('responsible', '$1', 'coalesce(k.responsible_user_id, k.creator_user_id)')}
            WHERE o.org_id = $1`,
    values: [orgId, userId, apiKeyId].map(asKey),
  });
  return rows[0];
}

function personRow(alias: string): string {
  return `CASE WHEN ${alias}.role_id IS NOT NULL THEN json_build_object(
            'userId', ${alias}.user_id, 'homeOrgId', ${alias}.home_org_id, 'roleId', ${alias}.role_id) END`;
}

/** Outside text can hold what the database refuses; the empty text is no key of any row. */
function asKey(text: string): string {
  return isStorableText(text) ? text : '';
}
