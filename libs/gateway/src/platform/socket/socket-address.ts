import { isUuid } from '@svc/kernel';

/** The two kinds of sockets of conversations. */
export type SocketKind = 'text-stream' | 'session-connect';

/** What a socket is asked for by its address. */
export interface SocketAddress {
  readonly kind: SocketKind;
  /** Of the path, where it has one. */
  readonly workspaceId: string | undefined;
}

const textStreamPaths: ReadonlySet<string> = new Set(['/v1/agent/text-stream', '/agent/text-stream']);
const sessionPath = /^\/v1\/([^/]+)\/sessions\/connect$/;

/** The template of the path, in logs, metrics and limits. */
export const socketRoutes: Readonly<Record<SocketKind, `/${string}`>> = {
  'text-stream': '/v1/agent/text-stream',
  'session-connect': '/v1/:workspace_id/sessions/connect',
};

/** @returns undefined for a path that is no socket's. */
export function readSocketPath(path: string): SocketAddress | undefined {
  const plain = path.replaceAll(/\/{2,}/g, '/').replace(/(?<=.)\/$/, '');
  if (textStreamPaths.has(plain)) return { kind: 'text-stream', workspaceId: undefined };
  const workspaceId = sessionPath.exec(plain)?.[1]?.toLowerCase();
  return workspaceId !== undefined && isUuid(workspaceId)
    ? { kind: 'session-connect', workspaceId }
    : undefined;
}

/** What the client wants of its socket. */
export interface SocketWish {
  readonly workspaceId: string;
  readonly serviceId: string;
  /** The conversation to go on with; undefined: a new one, or the open session. */
  readonly conversationId: string | undefined;
  readonly entityId: string | undefined;
  readonly toolEvents: boolean;
  readonly token: string;
}

export type RefusedWish = 'parameter' | 'token' | 'conversation_id';

/**
 * Reads the query and the offered subprotocols. The token is the subprotocol behind `auth`; a text stream takes it from the query
 * as well, for keys that can't be a subprotocol.
 *
 * @returns the wish, or what is missing or malformed
 */
export function readSocketWish(
  { kind, workspaceId: inPath }: SocketAddress,
  query: URLSearchParams,
  offered: string | undefined,
): SocketWish | { readonly refused: RefusedWish; readonly why: string } {
  const twice = parameters.find((name) => query.getAll(name).length > 1);
  if (twice !== undefined) return refused('parameter', `${twice} is given twice`);
  const workspaceId = inPath ?? query.get('workspace_id')?.toLowerCase() ?? '';
  if (!isUuid(workspaceId)) return refused('parameter', 'workspace_id must be a UUID');
  const inQuery = query.get('token');
  if (inQuery !== null && kind === 'session-connect')
    return refused('token', 'the token may not be in the URL');
  const token = tokenOf(offered) ?? inQuery ?? '';
  if (token === '' || token.length > maxToken) return refused('token', 'a token is missing');
  const serviceId = idOf(query, 'service_id');
  if (serviceId === undefined || !isUuid(serviceId)) return refused('parameter', 'service_id must be a UUID');
  const conversationId = idOf(query, 'conversation_id');
  if (conversationId !== undefined && !isUuid(conversationId))
    return refused('conversation_id', 'conversation_id must be a UUID');
  const entityId = idOf(query, 'entity_id');
  if (entityId === undefined ? kind === 'session-connect' : !isUuid(entityId))
    return refused('parameter', 'entity_id must be a UUID');
  const toolEvents = query.get('tool_events') === 'true';
  return { workspaceId, serviceId, conversationId, entityId, toolEvents, token };
}

const parameters = ['workspace_id', 'service_id', 'conversation_id', 'entity_id', 'tool_events', 'token'];
const maxToken = 4_096;

function refused(reason: RefusedWish, why: string) {
  return { refused: reason, why };
}

function idOf(query: URLSearchParams, name: string): string | undefined {
  const value = query.get(name);
  return value === null || value === '' ? undefined : value.toLowerCase();
}

/** The pair `auth, <token>`. */
function tokenOf(offered: string | undefined): string | undefined {
  const [auth, token, ...others] = (offered ?? '').split(',').map((protocol) => protocol.trim());
  return auth === 'auth' && others.length === 0 ? token : undefined;
}
