import { organizationOf, type TenantId } from './tenant.js';

const objectId = /^[0-9a-f]{24}$/;
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Whether the text has the form of a resource's id in this tenant: 24 lower-case hex digits in an organization (Classic),
 * a UUID in lower case in a workspace (Platform). What has not can't be the id of anything.
 */
export function isResourceId(tenantId: TenantId, text: string): boolean {
  return (organizationOf(tenantId) === null ? uuid : objectId).test(text);
}
