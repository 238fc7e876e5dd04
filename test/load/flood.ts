import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** What a connection of a flood sends, without ever reading an answer. */
export interface FloodKind {
  readonly name: string;
  readonly request: string;
  readonly times: number;
}

const head = (line: string, more = ''): string => `${line} HTTP/1.1\r\nhost: x\r\n${more}\r\n`;
const keys = 'GET /.well-known/jwks.json';
const signIn = 'POST /v1/demo/user/signin_with_api_key';
const wrongKey = 'x-api-key: a\r\nx-api-key-id: b\r\nx-user-id: c\r\ncontent-length: 0\r\n';

/** None of them needs a credential. */
export const floodKinds: readonly FloodKind[] = [
  { name: 'public keys', request: head(keys), times: 3_000 },
  { name: 'sign-ins', request: head(signIn, wrongKey), times: 3_000 },
  // So long that what the server reads at once holds fewer than may wait: it is kept busy, and its answers unread.
  { name: 'long requests', request: head(keys, `x-filler: ${'y'.repeat(4_000)}\r\n`), times: 3_000 },
];

export interface Wave {
  readonly connections: number;
  /** Those that the server ended before the flood let go. */
  readonly cut: number;
}

/** A client that reads nothing learns only by writing that its connection was cut. In ms. */
const writeAgainEvery = 100;

/** Opens connections, sends all on each at once, and lets go when all were cut or `holdMs` are over. */
export async function flood(
  port: number,
  { request, times }: FloodKind,
  { connections, holdMs }: { readonly connections: number; readonly holdMs: number },
): Promise<Wave> {
  const bytes = Buffer.from(request.repeat(times));
  const sockets = await Promise.all(Array.from({ length: connections }, () => openConnection(port)));
  let cut = 0;
  const ends = sockets.map((socket) => new Promise<void>((resolve) => socket.once('close', () => resolve())));
  for (const [index, socket] of sockets.entries()) {
    socket.write(bytes);
    void ends[index]?.then(() => (cut += 1));
  }
  const again = setInterval(() => {
    for (const socket of sockets) if (socket.writableLength === 0) socket.write(request);
  }, writeAgainEvery);
  const letGo = new AbortController();
  await Promise.race([
    Promise.all(ends),
    delay(holdMs, undefined, { signal: letGo.signal }).catch(() => null),
  ]);
  letGo.abort();
  clearInterval(again);
  const wave = { connections, cut };
  for (const socket of sockets) socket.destroy();
  await Promise.all(ends);
  return wave;
}

async function openConnection(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1').pause();
  // A cut connection is what is expected.
  socket.on('error', () => undefined);
  await new Promise((resolve) => socket.once('connect', resolve).once('close', resolve));
  return socket;
}
