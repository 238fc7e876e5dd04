import path from 'node:path';
import { createTestDatabase, type TestDatabase } from '@svc/testing';
import { startToolServerProcess, type ToolServerProcess } from '@svc/testing/tool-servers';
import { runAdmin } from '../../support/admin.js';
import { StandaloneProcess } from '../../support/standalone-process.js';
import { Boundaries } from './boundaries.js';
import { GatedDatabase } from './gated-database.js';
import { GatedTools } from './gated-tools.js';
import { loggedCalls, type LoggedCall } from './tool-log.js';

/** Every conversation that stands at an append holds a connection. */
const connections = '80';
const clockAhead = path.resolve(import.meta.dirname, '../../support/clock-ahead.mjs');
/** After a kill so much time seems to have passed: nobody waits any more for a call that it has cut. */
const passesMs = 120_000;

/** A call as the installer's command lists it. */
export interface ListedCall {
  readonly conversationId: string;
  readonly callId: string;
  readonly state: string;
}

interface Parts {
  readonly dataDir: string;
  readonly test: TestDatabase;
  readonly boundaries: Boundaries;
  readonly database: GatedDatabase;
  readonly tools: ToolServerProcess;
  readonly gatedTools: GatedTools;
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
    const effectsFile = path.join(folder, 'effects.jsonl');
    const tools = await startToolServerProcess({ kind: 'http', effectsFile });
    const gatedTools = await GatedTools.start(tools.url, boundaries);
    const dataDir = path.join(folder, 'data');
    const product = new GatedProduct({ dataDir, test, boundaries, database, tools, gatedTools });
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

  /** Where the product reaches its tools. */
  get toolUrl(): string {
    return this.parts.gatedTools.url;
  }

  /** `kill -9`; what stands at a boundary has not crossed it. Resolves when the product serves again. */
  async killAndRestart(): Promise<void> {
    const { standalone } = this;
    const killed = standalone.kill('node');
    this.boundaries.killed();
    await killed;
    this.kills += 1;
    await this.#start(Number(new URL(standalone.baseUrl).port));
  }

  /** What the tool server's file says that it was asked to do. */
  effects(): ReturnType<ToolServerProcess['effects']> {
    return this.parts.tools.effects();
  }

  loggedCalls(): Promise<readonly LoggedCall[]> {
    return loggedCalls(this.parts.test);
  }

  /** What operators are shown. */
  async listedCalls(): Promise<readonly ListedCall[]> {
    const { stdout } = await this.#conversations('open-tool-calls', this.#tenant);
    const lines = stdout.split('\n').filter((line) => line !== '');
    return lines.map((line) => JSON.parse(line) as ListedCall);
  }

  /** As an operator does, by what the tool's own records say. */
  async settle({ conversationId, callId }: ListedCall): Promise<void> {
    const key = (await this.loggedCalls()).find((call) => call.callId === callId)?.effectKey;
    const isDone = this.effects().some((effect) => effect.key === key);
    const outcome = isDone ? ['ended', 'It is booked.'] : ['not-called', 'Nothing is booked.'];
    await this.#conversations('settle-tool-call', this.#tenant, conversationId, callId, ...outcome);
  }

  async stop(): Promise<void> {
    if (this.#standalone?.isRunning) await this.#standalone.stop();
    const { gatedTools, tools, database, test } = this.parts;
    await gatedTools.stop();
    await tools.kill();
    await database.stop();
    await test.drop();
  }

  get #tenant(): string {
    return `org:${this.standalone.credentials().org_id}`;
  }

  #conversations(...args: readonly string[]): ReturnType<typeof runAdmin> {
    return runAdmin(this.parts.dataDir, 'conversations', ...args);
  }

  async #start(port?: number): Promise<void> {
    const { dataDir, database } = this.parts;
    const env = {
      DATABASE_URL: database.url,
      SVC_DATABASE_CONNECTIONS: connections,
      NODE_OPTIONS: `--import=${clockAhead}`,
      CLOCK_AHEAD_MS: String(this.kills * passesMs),
    };
    this.#standalone = await StandaloneProcess.start({ dataDir, env, ...(port && { port }) });
  }
}
