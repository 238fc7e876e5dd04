import { AgentsServiceService, type Definition } from '@svc/contracts/agents';
import { DataKeyServiceService, IdentityServiceService, type UserProfile } from '@svc/contracts/identity';
import { RecallServiceService, RecollectionType, type GetRecollectionsRequest } from '@svc/contracts/memory';
import { DomainError } from '@svc/errors';
import { organizationTenant, userSubject } from '@svc/kernel';
import { service, startRpcServer, type Handlers, type SocketFolder } from '@svc/rpc';
import type { SubjectKeys } from '@svc/sealing';
import { silentLogger } from '@svc/telemetry';
import { agentDefinition, testGraph } from './definitions.js';
import { keyHandlers, peerKey, peerKeys, type KeyCalls } from './peer-keys.js';

/** Identity, agents and memory with fixed content, behind real gRPC. They count their requests. */
export interface Peers {
  /** Where all listen. */
  readonly address: string;
  /** By user id; one with a `homeOrgId` is a member of all other organizations. */
  readonly users: Map<string, UserProfile>;
  /** Subjects whose keys are destroyed. */
  readonly erased: Set<string>;
  /** Ids of archived workspaces. */
  readonly archived: Set<string>;
  /** The current keys, without the network. */
  readonly keys: SubjectKeys;
  readonly keyCalls: KeyCalls;
  readonly asked: string[];
  /** Other versions of the graph, by number; null: there is none. The rest are as the first. */
  readonly otherGraphs: Map<number, unknown>;
  readonly memory: PeerMemory;
  stop(): Promise<void>;
}

/** The responses of memory, and the requests to it. */
export interface PeerMemory {
  /** By user id. */
  readonly known: Map<string, readonly string[]>;
  /** It returns only what matches the query, as if there was more than fits. */
  hasMore: boolean;
  /** `refuses`: it responds with an error; `hangs`: it does not respond. */
  state: 'here' | 'refuses' | 'hangs';
  readonly requests: GetRecollectionsRequest[];
}

export const serviceId = '5e0000000000000000000001';
export const otherServiceId = '5e0000000000000000000002';
/** Of a workspace. */
export const workspaceServiceId = '5e000000-0000-4000-8000-000000000003';
export const agentId = 'a90000000000000000000001';
export const contextGraphId = 'c90000000000000000000001';

export function userProfile(userId: string, changes: Partial<UserProfile> = {}) {
  return {
    key: { orgId: 'demo', userId },
    displayName: `${userId[0]?.toUpperCase()}${userId.slice(1)} Example`,
    firstName: userId,
    additionalContext: [],
    variables: {},
    roleId: 'role-user',
    conversationsVisibleToAdmins: true,
    userModelVisibleToAdmins: true,
    ...changes,
  } satisfies UserProfile;
}

/** @param graph of all conversations, as the API has it */
export async function startPeers(
  sockets: SocketFolder,
  name: string,
  graph: unknown = testGraph,
  referencedGraphs: Definition['referencedGraphs'] = [],
): Promise<Peers> {
  const users = new Map(['ada', 'bob'].map((id) => [id, userProfile(id)]));
  const erased = new Set<string>();
  const archived = new Set<string>();
  const keyCalls = { areRefused: false };
  const asked: string[] = [];
  const otherGraphs: Peers['otherGraphs'] = new Map();
  const memory: PeerMemory = { known: new Map(), hasMore: false, state: 'here', requests: [] };
  const server = await startRpcServer({
    address: sockets.address(`peers${name}`),
    services: [
      service(IdentityServiceService, identityHandlers({ users, erased, archived }, asked)),
      service(DataKeyServiceService, keyHandlers(erased, asked, keyCalls)),
      service(AgentsServiceService, agentsHandlers(asked, graph, referencedGraphs, otherGraphs)),
      service(RecallServiceService, recallHandlers(memory)),
    ],
    logger: silentLogger,
  });
  return {
    address: server.address,
    users,
    erased,
    archived,
    keys: peerKeys(erased),
    keyCalls,
    asked,
    otherGraphs,
    memory,
    stop: () => server.stop(0),
  };
}

function identityHandlers(
  { users, erased, archived }: Pick<Peers, 'users' | 'erased' | 'archived'>,
  asked: string[],
): Handlers<typeof IdentityServiceService> {
  const handlers: Partial<Handlers<typeof IdentityServiceService>> = {
    getUserContexts: async ({ users: wanted }) => {
      asked.push('getUserContexts');
      return {
        users: wanted.flatMap((key) => {
          const user = users.get(key.userId);
          const home = user?.homeOrgId ?? key.orgId;
          const homeOrgId = home === key.orgId ? undefined : home;
          const subject = userSubject(organizationTenant(home), key.userId);
          return user ? [{ profile: { ...user, key, homeOrgId }, dataKey: peerKey(subject, erased) }] : [];
        }),
      };
    },
    getWorkspaceStanding: async ({ workspaceId }) => ({ works: !archived.has(workspaceId) }),
    resolveUserIds: async ({ conditions }) => {
      asked.push('resolveUserIds');
      const role = conditions['user_role_id']?.values[0]?.value?.value;
      const visible = conditions['visible_to_admins']?.values[0]?.value?.value;
      const meets = (user: UserProfile): boolean =>
        (role === undefined || user.roleId === role) &&
        (visible === undefined || user.conversationsVisibleToAdmins === visible);
      return { userIds: [...users].filter(([, user]) => meets(user)).map(([userId]) => userId) };
    },
  };
  return handlers as Handlers<typeof IdentityServiceService>;
}

function agentsHandlers(
  asked: string[],
  graph: unknown,
  referencedGraphs: Definition['referencedGraphs'],
  otherGraphs: Peers['otherGraphs'],
): Handlers<typeof AgentsServiceService> {
  const definition: Definition = {
    agent: agentDefinition,
    contextGraphJson: JSON.stringify(graph),
    referencedGraphs,
  };
  const handlers: Partial<Handlers<typeof AgentsServiceService>> = {
    resolveDefinition: async ({ serviceId: asking, versionSetName }) => {
      asked.push('resolveDefinition');
      if (![serviceId, otherServiceId, workspaceServiceId].includes(asking) || versionSetName !== 'release') {
        throw new DomainError('not_found', 'There is no such service.');
      }
      const pins = {
        serviceId: asking,
        versionSetName,
        agentId,
        agentVersionNumber: 3,
        contextGraphId,
        contextGraphVersionNumber: 7,
        llmModelPreferences: [{ interactionName: 'engage', llmName: 'some-model', paramsJson: '{}' }],
      };
      return { pins, definition };
    },
    getDefinition: async ({ contextGraphVersionNumber }) => {
      asked.push('getDefinition');
      const other = otherGraphs.get(contextGraphVersionNumber);
      if (other === null) throw new DomainError('not_found', 'There is no such version.');
      if (other === undefined) return { definition };
      return { definition: { ...definition, contextGraphJson: JSON.stringify(other) } };
    },
  };
  return handlers as Handlers<typeof AgentsServiceService>;
}

/** The time of all memories. */
export const recalledAtMs = Date.UTC(2026, 0, 30);

function recallHandlers(memory: PeerMemory): Handlers<typeof RecallServiceService> {
  return {
    getRecollections: async (request, { signal }) => {
      memory.requests.push(request);
      if (memory.state === 'refuses') throw new DomainError('service_unavailable', 'Not now.');
      if (memory.state === 'hangs')
        await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
      const { known, hasMore } = memory;
      const contents = (known.get(request.userId) ?? []).filter(
        (text) => !hasMore || text.includes(request.query),
      );
      const recollections = contents.map((content) => ({
        type: RecollectionType.RECOLLECTION_TYPE_KNOWN,
        content,
        context: '',
        saidAtMs: recalledAtMs,
      }));
      return { recollections, isAll: !hasMore };
    },
  };
}
