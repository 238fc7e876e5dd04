import { createHash } from 'node:crypto';
import { MessageType, TranscriptServiceService } from '@svc/contracts/conversations';
import {
  DataKeyServiceService,
  IdentityServiceService,
  type SubjectKey,
  type UserDimension,
  type UserProfile,
} from '@svc/contracts/identity';
import {
  InferenceServiceService,
  type InferredKey,
  type RecordInferencesRequest,
} from '@svc/contracts/world';
import { DomainError } from '@svc/errors';
import { organizationTenant, userSubject } from '@svc/kernel';
import { service, startRpcServer, type Handlers, type SocketFolder } from '@svc/rpc';
import { silentLogger } from '@svc/telemetry';

/** Identity and conversations with content set by tests, behind real gRPC. */
export interface PeerServices {
  /** Where both listen. */
  readonly address: string;
  /** By user id; one with a `homeOrgId` is a member of all other organizations. */
  readonly users: Map<string, UserProfile>;
  /** Subjects whose keys are destroyed. */
  readonly erased: Set<string>;
  /** By conversation id: the messages, alternating, the user's first. */
  readonly transcripts: Map<string, readonly string[]>;
  /** Time of the first message of a transcript that is read now. */
  saidAtMs: number;
  /** Of every organization. */
  readonly dimensions: UserDimension[];
  /** Of every workspace. */
  readonly inferredKeys: InferredKey[];
  /** What world was given. */
  readonly recorded: RecordInferencesRequest[];
  /** Conversations returns no transcripts now, and identity no dimensions. */
  isAway: boolean;
  stop(): Promise<void>;
}

export function userProfile(userId: string, changes: Partial<UserProfile> = {}): UserProfile {
  return {
    key: { orgId: 'demo', userId },
    displayName: userId,
    firstName: userId,
    additionalContext: [],
    variables: {},
    roleId: 'role-user',
    conversationsVisibleToAdmins: true,
    userModelVisibleToAdmins: true,
    ...changes,
  };
}

export async function startPeerServices(sockets: SocketFolder): Promise<PeerServices> {
  const peers: Omit<PeerServices, 'address' | 'stop'> = {
    users: new Map(['ada', 'bob'].map((id) => [id, userProfile(id)])),
    erased: new Set(),
    transcripts: new Map(),
    saidAtMs: Date.UTC(2026, 10, 21, 11),
    dimensions: [],
    inferredKeys: [],
    recorded: [],
    isAway: false,
  };
  const server = await startRpcServer({
    address: sockets.address('peers'),
    services: [
      service(IdentityServiceService, identityHandlers(peers)),
      service(DataKeyServiceService, {
        getKeys: async ({ subjects }) => keysOf(subjects, peers.erased),
        ensureKeys: async ({ subjects }) => keysOf(subjects, peers.erased),
      }),
      service(TranscriptServiceService, transcriptHandlers(peers)),
      service(InferenceServiceService, {
        listInferredKeys: async () => {
          requireHere(peers);
          return { keys: peers.inferredKeys };
        },
        recordInferences: async (request) => {
          peers.recorded.push(request);
          return { recorded: request.inferences.length, leftOut: 0 };
        },
      }),
    ],
    logger: silentLogger,
  });
  return Object.assign(peers, { address: server.address, stop: () => server.stop(0) });
}

function identityHandlers(
  peers: Pick<PeerServices, 'users' | 'erased' | 'dimensions' | 'isAway'>,
): Handlers<typeof IdentityServiceService> {
  const { users, erased } = peers;
  const handlers: Partial<Handlers<typeof IdentityServiceService>> = {
    getUserContexts: async ({ users: wanted }) => ({
      users: wanted.flatMap((key) => {
        const user = users.get(key.userId);
        const home = user?.homeOrgId ?? key.orgId;
        const subject = userSubject(organizationTenant(home), key.userId);
        return user ? [{ profile: { ...user, key }, dataKey: keyOf(subject, erased) }] : [];
      }),
    }),
    resolveUserDimensions: async () => {
      requireHere(peers);
      return { userDimensions: peers.dimensions };
    },
  };
  return handlers as Handlers<typeof IdentityServiceService>;
}

function transcriptHandlers(
  peers: Pick<PeerServices, 'transcripts' | 'saidAtMs' | 'isAway'>,
): Handlers<typeof TranscriptServiceService> {
  return {
    getTranscript: async ({ conversationId, afterOrdinal }) => {
      requireHere(peers);
      const said = peers.transcripts.get(conversationId);
      if (!said) throw new DomainError('not_found', 'There is no conversation with this id.');
      const messages = said.map((text, index) => ({
        messageId: messageIdOf(conversationId, index),
        ordinal: index + 1,
        type:
          index % 2 === 0 ? MessageType.MESSAGE_TYPE_USER_MESSAGE : MessageType.MESSAGE_TYPE_AGENT_MESSAGE,
        text,
        saidAtMs: peers.saidAtMs + index,
      }));
      // Two at a time, so that there are pages.
      const page = messages.slice(afterOrdinal, afterOrdinal + 2);
      return { erased: false, messages: page, hasMore: messages.length > afterOrdinal + page.length };
    },
  };
}

function requireHere({ isAway }: Pick<PeerServices, 'isAway'>): void {
  if (isAway) throw new DomainError('service_unavailable', 'Not now.');
}

export function messageIdOf(conversationId: string, index: number): string {
  return `${conversationId}-message-${index + 1}`;
}

function keysOf(subjects: readonly string[], erased: ReadonlySet<string>) {
  return { keys: subjects.map((subject) => keyOf(subject, erased)) };
}

/** The same key again for the same subject. */
function keyOf(subject: string, erased: ReadonlySet<string>): SubjectKey {
  if (erased.has(subject)) return { subject, erased: true };
  const secret = createHash('sha256').update(subject).digest();
  const id = secret.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  return { subject, key: { id, secret }, erased: false };
}
