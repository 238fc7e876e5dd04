import { afterAll, beforeAll } from '@jest/globals';
import { runAdmin } from './admin.js';
import type { ClassicClient } from './client.js';
import { makeTemporaryFolder, removeFolder } from './data-folder.js';
import { signInAsNewUser } from './members.js';
import { credentialsIn, type Credentials, type ProductProcess } from './product-process.js';
import { startSystem } from './running-system.js';
import { beginConversation, signInAsDemoUser, type BegunConversation } from './sessions.js';

/** Something that the system talks with, and that the suite tells what to do: a language model, a collector of traces. */
interface Counterpart {
  /** Settings of the system. */
  readonly env: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

export interface SuiteSystemOptions<OfSuite extends Counterpart = Counterpart> {
  /** Whether the suite needs its own system, because it stops it or reads everything in it. */
  readonly isOwn?: boolean;
  /** An own system with these settings. */
  readonly env?: Readonly<Record<string, string>>;
  /** An own system with this counterpart. */
  readonly counterpart?: () => Promise<OfSuite>;
}

/**
 * The system that the tests of a suite talk with, and an administrator of the demo's organization. Suites that change no
 * settings share the system of the run where it has one: then each has its own administrator.
 */
export class SuiteSystem<OfSuite extends Counterpart = Counterpart> {
  dataDir = '';
  credentials!: Credentials;
  administrator!: ClassicClient;
  #process: ProductProcess | undefined;
  #counterpart: OfSuite | undefined;
  #env: Readonly<Record<string, string>> = {};

  /** To be called once, where tests are described. */
  constructor(options: SuiteSystemOptions<OfSuite> = {}) {
    const { SVC_TEST_SYSTEM: shared } = process.env;
    const isShared = shared !== undefined && !options.isOwn && !options.env && !options.counterpart;
    beforeAll(() => (isShared ? this.#join(shared) : this.#startOwn(options)));
    afterAll(async () => {
      if (this.#process?.isRunning) await this.#process.stop();
      await this.#counterpart?.stop();
      if (!isShared) removeFolder(this.dataDir);
    });
  }

  get baseUrl(): string {
    return this.credentials.base_url;
  }

  /** Of a suite with its own system. */
  get process(): ProductProcess {
    return required(this.#process);
  }

  /** Of a suite that has one. */
  get counterpart(): OfSuite {
    return required(this.#counterpart);
  }

  /** Starts it on its data folder, for the first time or after it was stopped. */
  async start(): Promise<void> {
    this.#process = await startSystem({ dataDir: this.dataDir, env: this.#env });
    this.credentials = this.#process.credentials();
    this.administrator = await signInAsDemoUser(this.baseUrl, this.credentials);
  }

  /** A user of the demo's organization, signed in. Each may have one conversation with a service at a time. */
  newUser(roleName?: string): ReturnType<typeof signInAsNewUser> {
    return signInAsNewUser(this.administrator, this.credentials, roleName);
  }

  begin(client: ClassicClient): Promise<BegunConversation> {
    return beginConversation(client, this.credentials.service_id);
  }

  runAdmin(...args: readonly string[]): ReturnType<typeof runAdmin> {
    return runAdmin(this.dataDir, ...args);
  }

  async #startOwn({ env, counterpart }: SuiteSystemOptions<OfSuite>): Promise<void> {
    this.dataDir = makeTemporaryFolder();
    this.#counterpart = await counterpart?.();
    this.#env = { ...env, ...this.#counterpart?.env };
    await this.start();
  }

  async #join(dataDir: string): Promise<void> {
    this.dataDir = dataDir;
    this.credentials = credentialsIn(dataDir);
    this.administrator = await signInAsDemoUser(this.baseUrl, this.credentials);
    const { userId: user_id } = await this.newUser();
    await this.runAdmin('organization', 'grant-super-administrator', this.credentials.org_id, user_id);
    this.credentials = { ...this.credentials, user_id };
    this.administrator = await signInAsDemoUser(this.baseUrl, this.credentials);
  }
}

function required<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('The suite has none of its own.');
  return value;
}
