/**
 * How many workspaces and keys there can be, and how much they hold. Characters are code points. What one request brings
 * fits into one event each (64 KiB), what a list shows into one answer.
 */
export const limits = {
  /** Of workspaces and keys. */
  nameCharacters: 256,
  /** Archived ones included. The constraint `workspace_limit` says the same. */
  workspacesOfOrganization: 1_000,
  /** Expired ones included. */
  apiKeysOfWorkspace: 100,
  /** What a review tells of deleted ones. */
  revokedWorkspaceKeys: { items: 900, historyMs: 90 * 86_400_000 },
  permissionsOfWorkspaceKey: { items: 128, characters: 128 },
  workspaceKeyDays: { fewest: 1, most: 90 },
  workspaceSlugCharacters: { fewest: 2, most: 63 },
  /** Of one workspace, each kind by itself. */
  testCallers: 100,
} as const;
