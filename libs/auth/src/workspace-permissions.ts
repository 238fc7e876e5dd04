/** Roles in workspaces, lowest first. Each role has all permissions of those before it. */
export const workspaceRoles = {
  viewer: { priority: 10, description: 'Sees everything, and changes nothing.' },
  operator: { priority: 20, description: 'Watches what goes on, takes over and reviews.' },
  member: { priority: 30, description: 'Builds: creates and changes what agents are made of.' },
  admin: { priority: 40, description: 'Runs the workspace: its settings, its keys, and what is deleted.' },
  owner: { priority: 50, description: 'Holds every permission, that to end the workspace among them.' },
} as const satisfies Readonly<Record<string, { readonly priority: number; readonly description: string }>>;

export type WorkspaceRole = keyof typeof workspaceRoles;

export const workspaceRoleNames = Object.keys(workspaceRoles) as readonly WorkspaceRole[];

export function isWorkspaceRole(text: string): text is WorkspaceRole {
  return Object.hasOwn(workspaceRoles, text);
}

interface PermissionRow {
  /** The lowest role that has it. */
  readonly from: WorkspaceRole;
  /** The scope that covers it. Null: only a role or its own name grants it. */
  readonly scope: string | null;
}

/**
 * The closed table of permissions in workspaces: `Resource.action`. A request passes when the credential's role, or a listed
 * permission or scope, covers what its route needs.
 */
export const workspacePermissions = {
  'Agent.view': { from: 'viewer', scope: 'agents:read' },
  'Agent.create': { from: 'member', scope: 'agents:write' },
  'Agent.update': { from: 'member', scope: 'agents:write' },
  'Agent.delete': { from: 'admin', scope: 'agents:write' },
  'Analytics.view': { from: 'viewer', scope: null },
  'ApiKey.view': { from: 'admin', scope: 'credentials:read' },
  'ApiKey.create': { from: 'admin', scope: 'credentials:write' },
  'ApiKey.delete': { from: 'admin', scope: 'credentials:write' },
  'Audit.view': { from: 'admin', scope: 'audit:read' },
  'Audit.export': { from: 'admin', scope: null },
  'Channel.view': { from: 'viewer', scope: null },
  'Channel.create': { from: 'admin', scope: null },
  'Channel.delete': { from: 'admin', scope: null },
  'ContextGraph.view': { from: 'viewer', scope: 'context_graphs:read' },
  'ContextGraph.create': { from: 'member', scope: 'context_graphs:write' },
  'ContextGraph.update': { from: 'member', scope: 'context_graphs:write' },
  'ContextGraph.delete': { from: 'admin', scope: 'context_graphs:write' },
  'Conversation.view': { from: 'viewer', scope: null },
  'Conversation.create': { from: 'operator', scope: 'conversations:create' },
  'Conversation.turn': { from: 'operator', scope: 'conversations:turn' },
  'Conversation.update': { from: 'operator', scope: null },
  // What turns would be on other versions: prompts are in the answer.
  'Conversation.replay': { from: 'admin', scope: null },
  'Conversation.close': { from: 'operator', scope: null },
  'Data.query': { from: 'member', scope: null },
  'EnrichmentKey.create': { from: 'member', scope: 'entities:write' },
  'EnrichmentKey.update': { from: 'member', scope: 'entities:write' },
  'EnrichmentKey.delete': { from: 'admin', scope: 'entities:write' },
  'Entity.view': { from: 'viewer', scope: 'entities:read' },
  'Entity.update': { from: 'member', scope: 'entities:write' },
  'Entity.delete': { from: 'admin', scope: 'entities:delete' },
  'Event.view': { from: 'viewer', scope: 'events:read' },
  'ExternalIntegration.update': { from: 'admin', scope: null },
  'ExternalIntegration.delete': { from: 'admin', scope: null },
  'Integration.view': { from: 'viewer', scope: null },
  'Integration.create': { from: 'member', scope: null },
  'Integration.update': { from: 'member', scope: null },
  'Integration.delete': { from: 'admin', scope: null },
  'Operator.update': { from: 'operator', scope: null },
  'PhoneNumber.view': { from: 'viewer', scope: 'phone_numbers:read' },
  'PhoneNumber.create': { from: 'admin', scope: 'phone_numbers:provision' },
  'PhoneNumber.update': { from: 'admin', scope: 'phone_numbers:provision' },
  'PhoneNumber.delete': { from: 'admin', scope: 'phone_numbers:provision' },
  'ReviewQueue.view': { from: 'viewer', scope: 'review:read' },
  'ReviewQueue.review': { from: 'operator', scope: 'review:approve' },
  'Run.takeover': { from: 'operator', scope: null },
  'Service.view': { from: 'viewer', scope: 'services:read' },
  'Service.create': { from: 'member', scope: 'services:write' },
  'Service.update': { from: 'member', scope: 'services:write' },
  'Service.delete': { from: 'admin', scope: 'services:write' },
  'Session.create': { from: 'operator', scope: 'sessions:create' },
  'Simulation.run': { from: 'member', scope: null },
  'Skill.view': { from: 'viewer', scope: 'skills:read' },
  'Skill.create': { from: 'member', scope: 'skills:write' },
  'Skill.update': { from: 'member', scope: 'skills:write' },
  'Skill.delete': { from: 'admin', scope: 'skills:write' },
  'Surface.view': { from: 'viewer', scope: 'surfaces:read' },
  'Surface.create': { from: 'member', scope: 'surfaces:write' },
  'Surface.update': { from: 'operator', scope: 'surfaces:write' },
  'Surface.delete': { from: 'admin', scope: 'surfaces:write' },
  'Workspace.view': { from: 'viewer', scope: 'workspaces:read' },
  'Workspace.update': { from: 'admin', scope: 'workspaces:write' },
  'Workspace.archive': { from: 'owner', scope: null },
} as const satisfies Readonly<Record<`${string}.${string}`, PermissionRow>>;

export type WorkspacePermission = keyof typeof workspacePermissions;

export const workspacePermissionNames = Object.keys(workspacePermissions) as readonly WorkspacePermission[];

export function isWorkspacePermission(text: string): text is WorkspacePermission {
  return Object.hasOwn(workspacePermissions, text);
}

/** The permissions of a role. */
export function permissionsOfRole(role: WorkspaceRole): readonly WorkspacePermission[] {
  const { priority } = workspaceRoles[role];
  return workspacePermissionNames.filter(
    (name) => workspaceRoles[workspacePermissions[name].from].priority <= priority,
  );
}

/** The permissions of a listed name, which is a permission or a scope; null for neither. */
export function permissionsBehind(listed: string): readonly WorkspacePermission[] | null {
  if (isWorkspacePermission(listed)) return [listed];
  const covered = workspacePermissionNames.filter((name) => workspacePermissions[name].scope === listed);
  return covered.length === 0 ? null : covered;
}

/**
 * All permissions of a credential, each once, in the table's order. Listed names that this version does not know allow nothing.
 */
export function effectivePermissions(
  role: WorkspaceRole,
  listed: readonly string[],
): readonly WorkspacePermission[] {
  const held = new Set([
    ...permissionsOfRole(role),
    ...listed.flatMap((name) => permissionsBehind(name) ?? []),
  ]);
  return workspacePermissionNames.filter((name) => held.has(name));
}
