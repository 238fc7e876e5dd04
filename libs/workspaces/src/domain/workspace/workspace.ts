import type { Decider, Timed } from '@svc/kernel';
import type { WorkspaceEvent } from './workspace-event.js';
import {
  checkNewWorkspace,
  checkSlugOfArchived,
  checkWorkspaceUpdate,
  testCallerNumbers,
  testCredentialIds,
  workspaceNotFound,
} from './workspace-rules.js';

export interface ExistingWorkspace {
  /** UUID. */
  readonly workspaceId: string;
  /** It belongs to this organization for ever. */
  readonly orgId: string;
  /** A user or member of that organization, perhaps deleted since: the workspace and its keys stay. */
  readonly ownerUserId: string;
  readonly slug: string;
  readonly name: string;
  readonly environment: string;
  readonly region: string;
  readonly connectorType: string | null;
  /** Whether agents may be authored and tried on the platform itself; off by default. */
  readonly platformAuthoring: boolean;
  readonly testCallerNumbers: readonly string[];
  readonly testCredentialIds: readonly string[];
  readonly provisionedAtMs: number | null;
  readonly archivedAtMs: number | null;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
}

export interface CreateWorkspace extends Pick<
  ExistingWorkspace,
  'workspaceId' | 'orgId' | 'ownerUserId' | 'slug' | 'name' | 'environment' | 'region'
> {
  readonly type: 'CreateWorkspace';
  /** The only region allowed for a new one. */
  readonly servingRegion: string;
}

/** Null: unchanged. */
export interface UpdateWorkspace {
  readonly type: 'UpdateWorkspace';
  readonly name: string | null;
  readonly environment: string | null;
  readonly connectorType: string | null;
  readonly platformAuthoring: boolean | null;
}

/** Only for the installer: gives the workspace a new owner. */
export interface HandOverWorkspace {
  readonly type: 'HandOverWorkspace';
  /** A user of its organization. */
  readonly ownerUserId: string;
}

export type WorkspaceCommand =
  | CreateWorkspace
  | UpdateWorkspace
  | HandOverWorkspace
  | { readonly type: 'ProvisionWorkspace' }
  | { readonly type: 'SetTestCallerNumbers'; readonly numbers: readonly string[] }
  | { readonly type: 'SetTestCredentialIds'; readonly credentialIds: readonly string[] }
  | { readonly type: 'ArchiveWorkspace'; readonly slug: string };

/** Null until it is created. */
export type WorkspaceState = ExistingWorkspace | null;

export const workspaceDecider: Decider<WorkspaceState, WorkspaceCommand & Timed, WorkspaceEvent> = {
  initialState: null,

  decide(state, command) {
    if (command.type === 'CreateWorkspace') return create(command);
    const workspace = livingWorkspace(state);
    const { atMs } = command;
    switch (command.type) {
      case 'UpdateWorkspace':
        return update(workspace, command);
      case 'HandOverWorkspace': {
        const { ownerUserId } = command;
        if (ownerUserId === workspace.ownerUserId) return [];
        return [{ type: 'WorkspaceOwnerChanged', data: { ownerUserId, changedAtMs: atMs } }];
      }
      case 'ProvisionWorkspace':
        return workspace.provisionedAtMs === null
          ? [{ type: 'WorkspaceProvisioned', data: { provisionedAtMs: atMs } }]
          : [];
      case 'SetTestCallerNumbers': {
        const numbers = testCallerNumbers(command.numbers);
        if (isSame(numbers, workspace.testCallerNumbers)) return [];
        return [{ type: 'TestCallerNumbersSet', data: { numbers, changedAtMs: atMs } }];
      }
      case 'SetTestCredentialIds': {
        const credentialIds = testCredentialIds(command.credentialIds);
        if (isSame(credentialIds, workspace.testCredentialIds)) return [];
        return [{ type: 'TestCredentialIdsSet', data: { credentialIds, changedAtMs: atMs } }];
      }
      case 'ArchiveWorkspace':
        checkSlugOfArchived(command.slug, workspace.slug);
        return [{ type: 'WorkspaceArchived', data: { archivedAtMs: atMs } }];
    }
  },

  evolve(state, event) {
    if (event.type === 'WorkspaceCreated')
      return { ...event.data, ...unset, updatedAtMs: event.data.createdAtMs };
    if (state === null) throw new TypeError(`${event.type} comes before WorkspaceCreated.`);
    return changed(state, event);
  },
};

const unset = {
  connectorType: null,
  platformAuthoring: false,
  testCallerNumbers: [],
  testCredentialIds: [],
  provisionedAtMs: null,
  archivedAtMs: null,
} as const;

function changed(
  state: ExistingWorkspace,
  event: Exclude<WorkspaceEvent, { type: 'WorkspaceCreated' }>,
): ExistingWorkspace {
  switch (event.type) {
    case 'WorkspaceChanged': {
      const { name, environment, connectorType, changedAtMs: updatedAtMs } = event.data;
      return {
        ...state,
        name: name ?? state.name,
        environment: environment ?? state.environment,
        connectorType: connectorType ?? state.connectorType,
        updatedAtMs,
      };
    }
    case 'PlatformAuthoringSet':
      return { ...state, platformAuthoring: event.data.enabled, updatedAtMs: event.data.changedAtMs };
    case 'WorkspaceOwnerChanged': {
      const { ownerUserId, changedAtMs: updatedAtMs } = event.data;
      return { ...state, ownerUserId, updatedAtMs };
    }
    case 'WorkspaceProvisioned': {
      const { provisionedAtMs } = event.data;
      return { ...state, provisionedAtMs, updatedAtMs: provisionedAtMs };
    }
    case 'TestCallerNumbersSet':
      return { ...state, testCallerNumbers: event.data.numbers, updatedAtMs: event.data.changedAtMs };
    case 'TestCredentialIdsSet':
      return { ...state, testCredentialIds: event.data.credentialIds, updatedAtMs: event.data.changedAtMs };
    case 'WorkspaceArchived': {
      const { archivedAtMs } = event.data;
      return { ...state, archivedAtMs, updatedAtMs: archivedAtMs };
    }
  }
}

function create({
  type: _type,
  servingRegion,
  atMs,
  ...workspace
}: CreateWorkspace & Timed): WorkspaceEvent[] {
  checkNewWorkspace(workspace, servingRegion);
  return [{ type: 'WorkspaceCreated', data: { ...workspace, createdAtMs: atMs } }];
}

/** Unchanged values make no event. */
function update(
  workspace: ExistingWorkspace,
  { name, environment, connectorType, platformAuthoring, atMs: changedAtMs }: UpdateWorkspace & Timed,
): WorkspaceEvent[] {
  checkWorkspaceUpdate({ name, environment, connectorType });
  const other = <Value>(wanted: Value | null, present: Value | null) => (wanted === present ? null : wanted);
  const change = {
    name: other(name, workspace.name),
    environment: other(environment, workspace.environment),
    connectorType: other(connectorType, workspace.connectorType),
  };
  const events: WorkspaceEvent[] = [];
  if (Object.values(change).some((value) => value !== null))
    events.push({ type: 'WorkspaceChanged', data: { ...change, changedAtMs } });
  if (platformAuthoring !== null && platformAuthoring !== workspace.platformAuthoring)
    events.push({ type: 'PlatformAuthoringSet', data: { enabled: platformAuthoring, changedAtMs } });
  return events;
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((value, index) => value === other[index]);
}

/** An archived one counts as missing. @throws DomainError `not_found`. */
export function livingWorkspace(state: WorkspaceState): ExistingWorkspace {
  if (state === null || state.archivedAtMs !== null) throw workspaceNotFound();
  return state;
}
