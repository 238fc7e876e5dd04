import path from 'node:path';
import { runAdmin } from './admin.js';
import { ModelServer } from './model-server.js';
import type { AppName } from './program.js';
import { ServiceProcess, type ServiceOptions } from './service-process.js';
import type { Credentials } from './product-process.js';
import { StandaloneProcess } from './standalone-process.js';

/** A conversation host with the gateway that leads to it and the model that it asks. */
export interface Host {
  /** In the leases of its turns. */
  readonly name: string;
  readonly service: ServiceProcess;
  readonly gateway: ServiceProcess;
  readonly model: ModelServer;
}

/** Additional environment of each process: none by default. */
export type EnvironmentOf = (app: AppName, name: string) => ServiceOptions['env'];

/** The system as a process per service, with two hosts of conversations on one database. */
export class TwoHosts {
  readonly #end: (() => Promise<void>)[] = [];
  #credentials: Credentials | undefined;
  #hosts: readonly Host[] = [];

  private constructor(
    private readonly databaseUrl: string,
    private readonly folder: string,
    private readonly environmentOf: EnvironmentOf,
  ) {}

  /**
   * A standalone on the same database creates the demo. The services get its master keys.
   * @param folder for sockets and keys
   */
  static async start(
    databaseUrl: string,
    folder: string,
    environmentOf: EnvironmentOf = () => ({}),
  ): Promise<TwoHosts> {
    const system = new TwoHosts(databaseUrl, folder, environmentOf);
    try {
      await system.#start();
    } catch (error) {
      await system.stop();
      throw error;
    }
    return system;
  }

  get credentials(): Credentials {
    if (!this.#credentials) throw new Error('It was not started.');
    return { ...this.#credentials, base_url: this.first.gateway.baseUrl };
  }

  /** Of the installation that created it. It holds the master key. */
  get dataDir(): string {
    return path.join(this.folder, 'data');
  }

  get first(): Host {
    return this.#host(0);
  }

  get second(): Host {
    return this.#host(1);
  }

  async stop(): Promise<void> {
    for (const end of this.#end.splice(0).reverse()) await end();
  }

  #host(index: number): Host {
    const host = this.#hosts[index];
    if (!host) throw new Error('It was not started.');
    return host;
  }

  async #start(): Promise<void> {
    const standalone = await StandaloneProcess.start({
      dataDir: this.dataDir,
      env: { DATABASE_URL: this.databaseUrl },
    });
    this.#credentials = standalone.credentials();
    await standalone.stop();

    await this.#startService('identity', 'identity', {
      CONVERSATIONS_ADDRESS: this.#address('first'),
      MEMORY_ADDRESS: this.#address('memory'),
      WORLD_ADDRESS: this.#address('world'),
      SVC_ERASURES: path.join(this.dataDir, 'erasures'),
    });
    await this.#startService('agents', 'agents', {});
    this.#hosts = [await this.#startHost('first'), await this.#startHost('second')];
  }

  async #startHost(name: string): Promise<Host> {
    const model = await ModelServer.start({ pieces: ['One ', 'two ', 'three.'] });
    this.#end.push(() => model.stop());
    const addresses = {
      IDENTITY_ADDRESS: this.#address('identity'),
      AGENTS_ADDRESS: this.#address('agents'),
      // Nobody listens there: conversations work without memory.
      MEMORY_ADDRESS: this.#address('memory'),
    };
    const env = { ...addresses, ...model.env, SVC_INSTANCE: name };
    const service = await this.#startService('conversations', name, env);
    const gateway = await ServiceProcess.start({
      app: 'gateway',
      env: {
        ...addresses,
        CONVERSATIONS_ADDRESS: this.#address(name),
        ...this.environmentOf('gateway', name),
        // Not started: requests that need it get 503.
        WEBHOOKS_ADDRESS: this.#address('webhooks'),
        WORLD_ADDRESS: this.#address('world'),
      },
    });
    this.#end.push(() => gateway.stop());
    return { name, service, gateway, model };
  }

  async #startService(app: AppName, name: string, env: ServiceOptions['env']): Promise<ServiceProcess> {
    const { stdout } = await runAdmin(this.dataDir, 'keys', 'derive', app);
    const shared = {
      DATABASE_URL: this.databaseUrl,
      RPC_ADDRESS: this.#address(name),
      SVC_MASTER_KEY: stdout.trim(),
    };
    const service = await ServiceProcess.start({
      app,
      env: { ...shared, ...env, ...this.environmentOf(app, name) },
    });
    this.#end.push(() => service.stop());
    return service;
  }

  #address(name: string): string {
    return `unix://${path.join(this.folder, `${name}.sock`)}`;
  }
}
