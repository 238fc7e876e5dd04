import { hashApiKey, workspaceKeyIdOf } from '@svc/auth';
import { DomainError, StartupError, type ErrorCode } from '@svc/errors';
import { administeredWorkspaces, type ListedWorkspace, type ServiceClients } from '@svc/installation';
import type { DemoCredentials, KnownCredentials } from './credentials-file.js';

type Identity = Pick<ServiceClients, 'identity' | 'identityAdmin'>;

interface Administrator {
  readonly orgId: string;
  readonly userId: string;
}

/** The longest duration of a key. */
const keyDays = 90;

/**
 * The demo organization's workspace and a working key of it, if possible the known one. If there is no workspace, or
 * all are archived, one is created. If its owner was deleted, the administrator becomes the owner.
 */
export async function openDemoWorkspace(
  clients: Identity,
  administrator: Administrator,
  known: KnownCredentials | undefined,
): Promise<Pick<DemoCredentials, 'workspace_id' | 'workspace_api_key'>> {
  const workspaceId = await demoWorkspace(clients, administrator, known?.workspace_id);
  const knownKey = known?.workspace_api_key;
  const key =
    knownKey !== undefined && (await opens(clients, knownKey, workspaceId))
      ? knownKey
      : await issueKey(clients, workspaceId);
  return { workspace_id: workspaceId, workspace_api_key: key };
}

/** The known one, else the oldest, else a new one. */
async function demoWorkspace(
  clients: Identity,
  { orgId, userId }: Administrator,
  knownId: string | undefined,
): Promise<string> {
  const all: ListedWorkspace[] = [];
  for await (const one of administeredWorkspaces(clients, orgId)) all.push(one);
  const living = all.filter(({ archivedAtMs }) => archivedAtMs === undefined);
  const found = living.find(({ workspace }) => workspace.workspaceId === knownId) ?? living[0];
  if (!found) return makeWorkspace(clients, { orgId, userId }, all.length + 1);
  const { workspaceId } = found.workspace;
  if (found.ownerIsGone)
    await clients.identityAdmin.administerWorkspace({
      workspaceId,
      change: { $case: 'ownerUserId', value: userId },
    });
  return workspaceId;
}

/**
 * @param number the first number for its slug: slugs of archived workspaces, and of other organizations, stay taken.
 */
async function makeWorkspace(
  { identityAdmin }: Identity,
  { orgId, userId: ownerUserId }: Administrator,
  number: number,
): Promise<string> {
  for (let suffix = number; ; suffix += 1) {
    const slug = suffix === 1 ? 'demo' : `demo-${suffix}`;
    const request = { orgId, ownerUserId, slug, name: 'Demo workspace', environment: 'development' };
    try {
      const { workspace } = await identityAdmin.foundWorkspace(request);
      if (!workspace) throw new Error('identity has made no workspace');
      return workspace.workspaceId;
    } catch (error) {
      if (!failedWith(error, 'slug_conflict')) throw error;
    }
  }
}

/** Whether the key in the credentials file is still one of the workspace: the file may be of another database. */
async function opens({ identity }: Identity, key: string, workspaceId: string): Promise<boolean> {
  const keyId = workspaceKeyIdOf(key);
  if (keyId === null) return false;
  try {
    const { access } = await identity.getWorkspaceKeyAccess({ keyId, secretSha256: hashApiKey(key) });
    return access?.workspaceId === workspaceId;
  } catch (error) {
    if (failedWith(error, 'unauthenticated', 'expired_api_key')) return false;
    throw error;
  }
}

async function issueKey({ identityAdmin }: Identity, workspaceId: string): Promise<string> {
  const key = { workspaceId, name: 'demo', role: 'owner', durationDays: keyDays };
  const { apiKey } = await identityAdmin.issueWorkspaceApiKey(key).catch((error: unknown) => {
    if (failedWith(error, 'limit_reached')) throw tooManyKeys(workspaceId, error);
    throw error;
  });
  if (!apiKey) throw new Error('identity has issued no key');
  return apiKey.apiKey;
}

/** Nobody knows their secrets, or this start would not need another. A person has to decide which to delete. */
function tooManyKeys(workspaceId: string, cause: unknown): StartupError {
  return new StartupError(
    `The workspace ${workspaceId} has 100 API keys, and credentials.json holds none of them that works: put the file back ` +
      'from a backup.',
    { cause },
  );
}

function failedWith(error: unknown, ...codes: readonly ErrorCode[]): boolean {
  return error instanceof DomainError && codes.includes(error.code);
}
