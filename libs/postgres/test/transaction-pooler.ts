import { createServer, type AddressInfo, type Socket } from 'node:net';
import pg from 'pg';

/** A pooler in transaction mode, as PgBouncer has it: its clients share the sessions that it has on the server. */
export interface TransactionPooler {
  readonly connectionString: string;
  close(): Promise<void>;
}

/** A session on the server. */
interface Session {
  readonly stream: Socket;
  /** Whose answer it is at. */
  served?: Socket | undefined;
  /** Whose transaction is open on it: nobody else comes between. */
  owner?: Socket | undefined;
}

/** What a client sends up to a point at which it waits for the server: ended by Sync, or a simple Query. */
interface Turn {
  readonly client: Socket;
  readonly bytes: Buffer;
}

/** @param size how many sessions it has on the server; those that are free take turns */
export async function poolTransactions(connectionString: string, size = 1): Promise<TransactionPooler> {
  const sessions = await Promise.all(Array.from({ length: size }, () => openSession(connectionString)));
  const multiplexer = new Multiplexer(sessions);
  const clients = new Set<Socket>();
  const listener = createServer((client) => {
    clients.add(client);
    client.on('error', () => undefined);
    client.once('data', (_startup) => {
      client.write(welcome);
      multiplexer.serve(client);
    });
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const address = new URL(connectionString);
  address.search = '';
  address.hostname = '127.0.0.1';
  address.port = String((listener.address() as AddressInfo).port);
  return {
    connectionString: address.href,
    close: async () => {
      for (const client of clients) client.destroy();
      await new Promise((resolve) => listener.close(resolve));
      for (const { stream } of sessions) stream.destroy();
    },
  };
}

async function openSession(connectionString: string): Promise<Session> {
  const client = new pg.Client({ connectionString });
  client.on('error', () => undefined); // destroyed at the end
  await client.connect();
  const { stream } = client.connection as unknown as { readonly stream: Socket };
  stream.removeAllListeners('data'); // from here on the bytes are the clients'
  return { stream };
}

class Multiplexer {
  /** The one that has rested longest first. */
  readonly #sessions: Session[];
  readonly #waiting: Turn[] = [];

  constructor(sessions: readonly Session[]) {
    this.#sessions = [...sessions];
    for (const session of sessions) {
      onMessages(session.stream, (type, bytes) => {
        session.served?.write(bytes);
        if (type !== 'Z') return;
        const isIdle = bytes.at(-1) === 'I'.charCodeAt(0);
        session.owner = isIdle ? undefined : session.served;
        session.served = undefined;
        this.#next();
      });
    }
  }

  serve(client: Socket): void {
    let said: Buffer[] = [];
    onMessages(client, (type, bytes) => {
      if (type === 'X') return client.end();
      said.push(bytes);
      if (type !== 'S' && type !== 'Q') return;
      this.#waiting.push({ client, bytes: Buffer.concat(said) });
      said = [];
      this.#next();
    });
  }

  #next(): void {
    for (const [index, { client, bytes }] of this.#waiting.entries()) {
      const session = this.#sessionFor(client);
      if (!session) continue;
      this.#waiting.splice(index, 1);
      this.#sessions.push(...this.#sessions.splice(this.#sessions.indexOf(session), 1));
      session.served = client;
      session.stream.write(bytes);
      return this.#next();
    }
  }

  #sessionFor(client: Socket): Session | undefined {
    const own = this.#sessions.find(({ owner }) => owner === client);
    return own ?? this.#sessions.find(({ owner, served }) => !owner && !served);
  }
}

/** Each message is a letter, the length of what follows (itself included, 32 bits) and that. */
function onMessages(socket: Socket, take: (type: string, bytes: Buffer) => void): void {
  let rest: Buffer = Buffer.alloc(0);
  socket.on('data', (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk]);
    while (rest.length >= 5 && rest.length > rest.readInt32BE(1)) {
      const length = 1 + rest.readInt32BE(1);
      const message = rest.subarray(0, length);
      rest = rest.subarray(length);
      take(String.fromCharCode(message[0] ?? 0), message);
    }
  });
}

/** Any password will do; the key for cancelling is invented, as that of a pooler is. Then: ready, no transaction open. */
const welcome = Buffer.concat([
  Buffer.from('R\0\0\0\x08\0\0\0\0', 'latin1'),
  Buffer.from('K\0\0\0\x0c\0\0\0\x01\0\0\0\x01', 'latin1'),
  Buffer.from('Z\0\0\0\x05I', 'latin1'),
]);
