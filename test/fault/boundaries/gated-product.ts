import path from 'node:path';
import { createTestDatabase, type TestDatabase } from '@svc/testing';
import { startToolServerProcess, type ToolServerProcess } from '@svc/testing/tool-servers';
import { runAdmin } from '../../support/admin.js';
import { StandaloneProcess } from '../../support/standalone-process.js';
import { Boundaries } from './boundaries.js';
import { GatedDatabase } from './gated-database.js';
import { GatedTools } from './gated-tools.js';
import { loggedCalls, type LoggedCall } from './tool-log.js';

/** Every conversation that stands at an append holds a connection, and a request of its client. */
const atOnce = '150';
const clockAhead = path.resolve(import.meta.dirname, '../../support/clock-ahead.mjs');
/** After a kill so much time seems to have passed: nobody waits any more for a call that it has cut. */
const passesMs = 180_000;

/** A call as the installer's command lists it. */
export interface ListedCall {
  readonly tenant: string;
  readonly conversationId: string;
  readonly callId: string;
  readonly state: string;
}

interface Parts {
  readonly dataDir: string;
  readonly test: TestDatabase;
  readonly boundaries: Boundaries;
  readonly database: GatedDatabase;
  readonly http: Tools;
  readonly mcp: Tools;
}

interface Tools {
  readonly process: ToolServerProcess;
  readonly gate: GatedTools;
}

/** A standalone between a gate to its database and a gate to a server of tools, which is a process of its own. */
export class GatedProduct {
  kills = 0;
  #standalone: StandaloneProcess | undefined;

  private constructor(private readonly parts: Parts) {}

  static async start(folder: string): Promise<GatedProduct> {
    const boundaries = new Boundaries();
    const test = await createTestDatabase({ maxConnections: 2 });
    const database = await GatedDatabase.start(test.connectionString, boundaries);
    const startTools = async (kind: 'http' | 'mcp'): Promise<Tools> => {
      const effectsFile = path.join(folder, `${kind}.jsonl`);
      const process = await startToolServerProcess({ kind, effectsFile });
      return { process, gate: await GatedTools.start(process.url, boundaries) };
    };
    const [http, mcp] = [await startTools('http'), await startTools('mcp')];
    const dataDir = path.join(folder, 'data');
    const product = new GatedProduct({ dataDir, test, boundaries, database, http, mcp });
    try {
      await product.#start();
    } catch (error) {
      await product.stop();
      throw error;
    }
    return product;
  }

  get boundaries(): Boundaries {
    return this.parts.boundaries;
  }

  get standalone(): StandaloneProcess {
    if (!this.#standalone) throw new Error('It was not started.');
    return this.#standalone;
  }

  /** Where the product reaches its tools over HTTP. */
  get http(): GatedTools {
    return this.parts.http.gate;
  }

  /** The same of an MCP server. */
  get mcp(): GatedTools {
    return this.parts.mcp.gate;
  }

  /** `kill -9`; what stands at a boundary has not crossed it. Resolves when the product serves again. */
  async killAndRestart(): Promise<void> {
    const { standalone } = this;
    const killed = standalone.kill('node');
    for (const gate of [this.parts.database, this.http, this.mcp]) gate.cut();
    this.boundaries.killed();
    await killed;
    this.kills += 1;
    await this.#start(Number(new URL(standalone.baseUrl).port));
  }

  /** What the files of the tool servers say that they were asked to do. */
  effects(): ReturnType<ToolServerProcess['effects']> {
    const { http, mcp } = this.parts;
    return [http, mcp].flatMap(({ process }) => process.effects());
  }

  loggedCalls(): Promise<readonly LoggedCall[]> {
    return loggedCalls(this.parts.test);
  }

  /** What operators are shown, of all tenants. */
  async listedCalls(): Promise<readonly ListedCall[]> {
    const { org_id: orgId, workspace_id: workspaceId } = this.standalone.credentials();
    const listed: ListedCall[] = [];
    for (const tenant of [`org:${orgId}`, `ws:${workspaceId}`]) {
      const { stdout } = await this.#conversations('open-tool-calls', tenant);
      const lines = stdout.split('\n').filter((line) => line !== '');
      listed.push(...lines.map((line) => ({ tenant, ...(JSON.parse(line) as Omit<ListedCall, 'tenant'>) })));
    }
    return listed;
  }

  /** As an operator does, by what the tool's own records say. */
  async settle({ tenant, conversationId, callId }: ListedCall): Promise<void> {
    const key = (await this.loggedCalls()).find((call) => call.callId === callId)?.effectKey;
    const isDone = this.effects().some((effect) => effect.key === key);
    const outcome = isDone ? ['ended', 'It is booked.'] : ['not-called', 'Nothing is booked.'];
    await this.#conversations('settle-tool-call', tenant, conversationId, callId, ...outcome);
  }

  async stop(): Promise<void> {
    if (this.#standalone?.isRunning) await this.#standalone.stop();
    const { http, mcp, database, test } = this.parts;
    for (const { process, gate } of [http, mcp]) {
      await gate.stop();
      await process.kill();
    }
    await database.stop();
    await test.drop();
  }

  #conversations(...args: readonly string[]): ReturnType<typeof runAdmin> {
    return runAdmin(this.parts.dataDir, 'conversations', ...args);
  }

  async #start(port?: number): Promise<void> {
    const { dataDir, database } = this.parts;
    const env = {
      DATABASE_URL: database.url,
      SVC_DATABASE_CONNECTIONS: atOnce,
      SVC_HTTP_REQUESTS_IN_FLIGHT_PER_USER: atOnce,
      // All that stand in one, in one workspace.
      SVC_OWN_TURNS_AT_ONCE: '600',
      NODE_OPTIONS: `--import=${clockAhead}`,
      CLOCK_AHEAD_MS: String(this.kills * passesMs),
    };
    this.#standalone = await StandaloneProcess.start({ dataDir, env, ...(port && { port }) });
  }
}
