import { createSocket } from 'node:dgram';
import { once } from 'node:events';

export interface NameServer {
  /** `127.0.0.1:53535`. */
  readonly address: string;
  /** Queries for the IPv4 address of a name. */
  questions(): number;
  stop(): void;
}

/**
 * A name server (RFC 1035, over UDP). It answers each IPv4 query with the next address of a list, and has no IPv6
 * addresses. TTL 0, so nothing is cached.
 */
export async function startNameServer(answers: readonly string[]): Promise<NameServer> {
  const socket = createSocket('udp4');
  let asked = 0;
  socket.on('message', (query, from) => {
    const isIPv4Question = query.readUInt16BE(endOfName(query)) === 1;
    const address = isIPv4Question ? answers[Math.min(asked++, answers.length - 1)] : undefined;
    socket.send(answerTo(query, address), from.port, from.address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return {
    address: `127.0.0.1:${socket.address().port}`,
    questions: () => asked,
    stop: () => socket.close(),
  };
}

function endOfName(query: Buffer): number {
  let offset = 12;
  while (query[offset] !== 0) offset += (query[offset] ?? 0) + 1;
  return offset + 1;
}

function answerTo(query: Buffer, address: string | undefined): Buffer {
  const question = query.subarray(12, endOfName(query) + 4);
  const header = Buffer.alloc(12);
  query.copy(header, 0, 0, 2);
  header.writeUInt16BE(0x8180, 2); // a response, recursion available, no error
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(address === undefined ? 0 : 1, 6);
  if (address === undefined) return Buffer.concat([header, question]);
  const record = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4, ...address.split('.').map(Number)]);
  return Buffer.concat([header, question, record]);
}
