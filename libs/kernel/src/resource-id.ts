import { organizationOf, type TenantId } from './tenant.js';

const objectId = /^[0-9a-f]{24}$/;
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Whether the text has the form of a resource id in this tenant: 24 lower-case hex digits in an organization (Classic), a
 * lower-case UUID in a workspace (Platform). Text of another form is no id.
 */
export function isResourceId(tenantId: TenantId, text: string): boolean {
  return (organizationOf(tenantId) === null ? uuid : objectId).test(text);
}
