/** Literal first segments below `/v1/`. They win over organization and workspace ids, so no id may equal one. */
export const reservedSegments: ReadonlySet<string> = new Set([
  'workspaces',
  'me',
  'auth',
  'platform',
  'oauth',
  'openapi.json',
  'agent',
  's',
]);

/** The form of a UUID of any version, in either case. In paths it means a workspace. */
export function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
}
