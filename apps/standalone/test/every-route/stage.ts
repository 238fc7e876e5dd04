import { jest } from '@jest/globals';
import {
  defaultRoles,
  formatWorkspaceKey,
  formatWorkspaceKeyId,
  workspacePermissionNames,
  type PermissionName,
  type WorkspacePermission,
} from '@svc/auth';
import { systemClock } from '@svc/runtime';
import type { StartedStandalone } from '../started-standalone.js';
import type { BearerName } from './bearer.js';
import { endCredentials } from './ended-credentials.js';
import { bearing, type Headers } from './http-client.js';
import { signIn } from './sign-in.js';
import { Maker, type Things, type WorkspaceThings } from './things.js';

/** Tokens live for an hour, and the keys of `Maker.workspace` for a day. */
const untilExpiredMs = 25 * 3_600_000;

const ofAdministrators =
  defaultRoles(true).find(({ name }) => name === 'DefaultSuperAdministratorRole')?.grants ?? [];

/** An organization and a workspace with their objects, and credentials of every kind. */
export interface Stage {
  /** Objects of others in the organization, and a workspace. */
  readonly others: Things & WorkspaceThings;
  readonly right: Maker;
  readonly weakest: Maker;
  /** @param workspace the one for keys of the own workspace. */
  headersOf(bearer: BearerName, workspace: WorkspaceThings): Headers;
  /** Of a user, or of a key of the workspace, with every permission except one. */
  lacking(permission: PermissionName | WorkspacePermission): Promise<Headers>;
  readonly stranger: Stranger;
}

/** Of another organization, with all permissions there. */
export interface Stranger {
  readonly token: string;
  /** Of their own workspace. */
  readonly workspaceId: string;
  readonly ownerKey: string;
}

/** Moves the clock of the process forward by a day. */
export async function setStage({ demo, services }: StartedStandalone): Promise<Stage> {
  const { base_url: baseUrl } = demo;
  const makerFor = async (userId: string) => new Maker(demo, await signIn(baseUrl, demo, userId));

  const expired = await signIn(baseUrl, demo, demo.user_id);
  const { ownerKey: expiredKey } = await new Maker(demo, expired).workspace();
  jest.spyOn(systemClock, 'now').mockImplementation(() => Date.now() + untilExpiredMs);

  const right = await makerFor(demo.user_id);
  const weakest = await makerFor(await right.user());
  const others = await makeThings(right, { demo, services }, makerFor);
  const ended = await endCredentials(demo, right, others.workspace_id);
  const stranger = await signInStranger(demo, services);
  const elsewhere = await new Maker(demo, stranger).workspace();
  const madeUp = formatWorkspaceKey(formatWorkspaceKeyId(Buffer.alloc(12, 1)), Buffer.alloc(32, 2));
  const password = Buffer.from(`demo_${demo.user_id}:${demo.api_key}`).toString('base64');

  const headersOf = (bearer: BearerName, { ownerKey, viewerKey }: WorkspaceThings): Headers =>
    ({
      ...ended,
      'no credential': {},
      'a text that is no credential': bearing('open sesame'),
      'a password in the Basic form': { authorization: `Basic ${password}` },
      'the API key of the organization': bearing(demo.api_key),
      'a workspace key that nobody has made': bearing(madeUp),
      'an expired token': bearing(expired.token),
      'an expired workspace key': bearing(expiredKey),
      'an administrator of another organization': bearing(stranger.token),
      'the owner key of another workspace': bearing(elsewhere.ownerKey),
      'a user of the weakest role': bearing(weakest.token),
      'a workspace key of the weakest role': bearing(viewerKey),
      'the right user': bearing(right.token),
      'the right workspace key': bearing(ownerKey),
    })[bearer];
  const made = new Map<string, Promise<Headers>>();
  const lacking = (permission: PermissionName | WorkspacePermission): Promise<Headers> => {
    const known = made.get(permission) ?? makeLacking(permission);
    made.set(permission, known);
    return known;
  };
  const makeLacking = async (permission: PermissionName | WorkspacePermission): Promise<Headers> => {
    if (isOfWorkspaces(permission)) {
      const rest = workspacePermissionNames.filter((name) => name !== permission);
      return bearing((await right.workspaceKey(others.workspace_id, 'viewer', rest)).api_key);
    }
    const rest = ofAdministrators.filter(({ permissionName }) => permissionName !== permission);
    const somebody = await makerFor(await right.user(await right.role(rest)));
    return bearing(somebody.token);
  };
  return {
    others,
    right,
    weakest,
    headersOf,
    lacking,
    stranger: { token: stranger.token, workspaceId: elsewhere.workspace_id, ownerKey: elsewhere.ownerKey },
  };
}

function isOfWorkspaces(permission: PermissionName | WorkspacePermission): permission is WorkspacePermission {
  return workspacePermissionNames.some((name) => name === permission);
}

type System = Pick<StartedStandalone, 'demo' | 'services'>;

async function makeThings(
  right: Maker,
  { demo, services }: System,
  makerFor: (userId: string) => Promise<Maker>,
): Promise<Stage['others']> {
  const somebody = await right.user();
  await services.clients.identityAdmin.grantSuperAdministrator({ orgId: 'demo', userId: somebody });
  const destination = await right.destination();
  const workspace = await right.workspace();
  await right.versionSet(demo.service_id);
  return {
    ...workspace,
    ...(await right.definitions(workspace)),
    user_id: somebody,
    api_key_id: (await right.apiKey()).api_key_id,
    service_id: demo.service_id,
    agent_id: await right.agent(),
    tool_id: await right.tool(),
    service_hierarchical_state_machine_id: await right.contextGraph(),
    role_name: await right.role(),
    webhook_destination_id: destination,
    webhook_delivery_id: await right.delivery(destination),
    ...(await (await makerFor(somebody)).conversation()),
  };
}

/** The super administrator of another organization. */
async function signInStranger(
  { base_url: baseUrl }: StartedStandalone['demo'],
  { clients }: StartedStandalone['services'],
) {
  const { userId, apiKey } = await clients.identityAdmin.seedOrganization({
    orgId: 'other',
    orgName: 'Other',
    administratorFirstName: 'Other',
    administratorLastName: 'Administrator',
    administratorEmail: 'administrator@other.example',
    userDimensions: [],
  });
  const key = { api_key_id: apiKey?.apiKeyId ?? '', api_key: apiKey?.apiKey ?? '' };
  return signIn(baseUrl, key, userId, 'other');
}
