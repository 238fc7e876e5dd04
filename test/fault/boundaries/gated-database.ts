import { once } from 'node:events';
import {
  connect,
  createServer,
  type AddressInfo,
  type NetConnectOpts,
  type Server,
  type Socket,
} from 'node:net';
import type { Boundaries } from './boundaries.js';
import { boundStatement, WireMessages, type WireMessage } from './wire-messages.js';

const readyForQuery = 'Z';
const bind = 'B';

/** An append to the log of a conversation. */
interface Append {
  readonly conversationId: string;
  /** `InteractionStarted`, or several joined by `+`. */
  readonly events: string;
}

/** Stands between the product and its database. Each append to a conversation's log is a boundary on its way, and one on its way back. */
export class GatedDatabase {
  readonly #sockets = new Set<Socket>();

  private constructor(
    private readonly server: Server,
    private readonly databaseUrl: string,
    private readonly boundaries: Boundaries,
  ) {}

  static async start(databaseUrl: string, boundaries: Boundaries): Promise<GatedDatabase> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const gated = new GatedDatabase(server, databaseUrl, boundaries);
    server.on('connection', (client) => gated.#join(client));
    return gated;
  }

  /** The address for the product. */
  get url(): string {
    const url = new URL(this.databaseUrl);
    url.search = '';
    url.hostname = '127.0.0.1';
    url.port = String((this.server.address() as AddressInfo).port);
    return url.href;
  }

  /** What was sent and has not passed yet, never passes. */
  cut(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  async stop(): Promise<void> {
    const closed = once(this.server, 'close');
    this.server.close();
    this.cut();
    await closed;
  }

  #join(client: Socket): void {
    const server = connect(addressOf(this.databaseUrl));
    const ends = [client, server];
    for (const socket of ends) {
      this.#sockets.add(socket);
      socket.on('error', () => undefined);
      socket.once('close', () => {
        this.#sockets.delete(socket);
        for (const end of ends) end.destroy();
      });
    }
    const sent: Append[] = [];
    const there = inOrder(client, new WireMessages(true), async (message) => {
      const append = message.type === bind ? appendIn(message) : null;
      if (append) {
        await this.boundaries.cross(append.conversationId, `before the commit of ${append.events}`);
        sent.push(append);
      }
      server.write(message.bytes);
    });
    let answer: Buffer[] = [];
    const back = inOrder(server, new WireMessages(false), async (message) => {
      answer.push(message.bytes);
      if (message.type !== readyForQuery && sent.length > 0) return;
      const append = sent.shift();
      if (append) await this.boundaries.cross(append.conversationId, `after the commit of ${append.events}`);
      client.write(Buffer.concat(answer));
      answer = [];
    });
    // Killed: the product is gone.
    for (const way of [there, back]) way.catch(() => ends.forEach((end) => end.destroy()));
  }
}

/** Rejects with what `handle` throws. */
function inOrder(
  from: Socket,
  messages: WireMessages,
  handle: (message: WireMessage) => Promise<void>,
): Promise<never> {
  return new Promise((_resolve, reject) => {
    let last = Promise.resolve();
    from.on('data', (chunk) => {
      for (const message of messages.add(chunk)) last = last.then(() => handle(message));
      last.catch(reject);
    });
  });
}

function addressOf(databaseUrl: string): NetConnectOpts {
  const url = new URL(databaseUrl);
  const folder = url.searchParams.get('host');
  const port = Number((url.searchParams.get('port') ?? url.port) || 5432);
  return folder === null ? { host: url.hostname, port } : { path: `${folder}/.s.PGSQL.${port}` };
}

/** The values of an append begin with what its rows share, then come nine of each row. */
const [shared, ofRow] = [6, 9];

/** Null for any other statement. */
function appendIn(message: WireMessage): Append | null {
  const { name, values } = boundStatement(message);
  if (!name.startsWith('conversations.append_')) return null;
  const [, kind, conversationId] = values[1]?.match(/\/(\w+)\/([^/]+)$/) ?? [];
  if (kind !== 'conversation' || conversationId === undefined) return null;
  const events: string[] = [];
  for (let row = shared; /^\{?\d/.test(values[row] ?? ''); row += ofRow) {
    const types = /^\{?((?:[A-Z][A-Za-z]+,?)+)\}?$/.exec(values[row + 1] ?? '')?.[1];
    if (types === undefined) break;
    events.push(...types.split(','));
  }
  return { conversationId, events: [...new Set(events)].join('+') };
}
