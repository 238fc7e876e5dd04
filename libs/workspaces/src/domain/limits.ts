/**
 * How many workspaces and keys there can be, and how large their fields. Characters are code points. One request fits
 * into one event (64 KiB), and one list into one response.
 */
export const limits = {
  /** Of workspaces and keys. */
  nameCharacters: 256,
  /** Archived ones included. The constraint `workspace_limit` has the same value. */
  workspacesOfOrganization: 1_000,
  /** Expired ones included. */
  apiKeysOfWorkspace: 100,
  /** Deleted ones in a review. */
  revokedWorkspaceKeys: { items: 900, historyMs: 90 * 86_400_000 },
  permissionsOfWorkspaceKey: { items: 128, characters: 128 },
  workspaceKeyDays: { fewest: 1, most: 90 },
  workspaceSlugCharacters: { fewest: 2, most: 63 },
  /** Of one workspace, for each kind. */
  testCallers: 100,
} as const;
