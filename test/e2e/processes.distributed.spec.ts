import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { HttpError, type ClassicClient } from '../support/client.js';
import { makeTemporaryFolder, removeFolder } from '../support/data-folder.js';
import { DistributedProcess } from '../support/distributed-process.js';
import { signInAsNewUser } from '../support/members.js';
import { ModelServer } from '../support/model-server.js';
import { isRunning } from '../support/processes.js';
import { beginConversation, signInAsDemoUser } from '../support/sessions.js';
import { collect, only } from '../support/stream-events.js';
import { TraceCollector } from '../support/trace-collector.js';

const traceId = '0af7651916cd43dd8448eb211c80319c';

let collector: TraceCollector;
let folder: string;
let model: ModelServer;
let system: DistributedProcess;
let administrator: ClassicClient;

beforeAll(async () => {
  folder = makeTemporaryFolder();
  model = await ModelServer.start({ pieces: ['The first piece, ', 'and the rest.'] });
  collector = await TraceCollector.start();
  await start();
});
afterEach(() => model.release());
afterAll(async () => {
  if (system?.isRunning) await system.stop();
  await model?.stop();
  await collector?.stop();
  removeFolder(folder);
});

async function start(): Promise<void> {
  system = await DistributedProcess.start({ dataDir: folder, env: { ...model.env, ...collector.env } });
  administrator = await signInAsDemoUser(system.baseUrl, system.credentials());
}

/** The status of a request while a service is away, or 200. */
async function answerTo(work: Promise<unknown>) {
  try {
    await work;
    return 200;
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    return `${error.status}, again in ${error.headers.get('retry-after')} s`;
  }
}

/** The callers of a service connect to it again within about two seconds. */
async function untilServed(ask: () => Promise<unknown>): Promise<void> {
  let answer = await answerTo(ask());
  while (answer === away) answer = await answerTo(ask());
  expect(answer).toBe(200);
}

const away = '503, again in 1 s';
const asks = {
  identity: () => signInAsDemoUser(system.baseUrl, system.credentials()),
  agents: (client: ClassicClient) => client.services(),
  conversations: (client: ClassicClient) => client.conversations(),
  memory: (client: ClassicClient) => client.json('GET', `user/${system.credentials().user_id}/memory`),
  webhooks: (client: ClassicClient) => client.json('GET', 'webhook_destination'),
};
type Service = keyof typeof asks;
const services = Object.keys(asks) as Service[];

describe('a process per service', () => {
  it.each<[Service, Service]>([
    ['agents', 'conversations'],
    ['conversations', 'agents'],
    ['identity', 'agents'],
    ['memory', 'webhooks'],
    ['webhooks', 'memory'],
  ])(
    'given that %s was killed, then what needs it is refused for now, %s works on, and it comes back',
    async (killed, other) => {
      await Promise.all(services.map((name) => untilServed(() => asks[name](administrator))));
      // The gateway caches permissions for five seconds. A user who is new to it has all five.
      const { client } = await signInAsNewUser(
        administrator,
        system.credentials(),
        'DefaultAdministratorRole',
      );
      await asks[other](client);
      const pid = system.pidOf(killed);
      process.kill(pid, 'SIGKILL');
      await system.untilItSays(`${killed} has ended (SIGKILL)`);
      expect(await answerTo(asks[killed](client))).toBe(away);
      expect(await answerTo(asks[other](client))).toBe(200);

      await system.untilItSays(`${killed} serves again`);
      expect(system.pidOf(killed)).not.toBe(pid);
      await untilServed(() => asks[killed](administrator));
    },
  );

  it('given that the supervisor is killed, then its processes end by themselves, and the next start finds everything', async () => {
    const own = ([...services, 'gateway'] as const).map((app) => system.pidOf(app));
    await system.killSupervisor();
    while (own.some(isRunning)) await new Promise((resolve) => setTimeout(resolve, 20));

    await start();

    expect((await administrator.services()).services).not.toEqual([]);
  });

  it('given a turn that runs, then a stop lets it end first and leaves no process, and all services of the turn have exported its trace', async () => {
    const { client } = await signInAsNewUser(administrator, system.credentials());
    const { id } = await beginConversation(client, system.credentials().service_id);
    model.holdAfter(1);
    const turn = collect(
      client.interact(id, 'hello', { headers: { traceparent: `00-${traceId}-b7ad6b7169203331-01` } }),
    );
    await model.untilHeldBack();
    const processes = system.processes();

    const stopping = system.stop();
    await system.untilItRefuses();
    model.release();

    expect(only(await turn, 'interaction-complete').full_message).toBe('The first piece, and the rest.');
    expect(await stopping).toMatchObject({ exitCode: 0, signal: null });
    expect(processes.length).toBeGreaterThan(5);
    expect(processes.filter(({ pid }) => isRunning(pid))).toEqual([]);

    const spansOf = (service: string) => collector.spansOf(traceId, `svc-${service}`);
    expect(spansOf('gateway')).toContain('/svc.conversations.v1.ConversationsService/Interact');
    expect(spansOf('conversations')).toContain('/svc.conversations.v1.ConversationsService/Interact');
    expect(spansOf('conversations')).toContain('/svc.identity.v1.IdentityService/GetUserContexts');
    expect(spansOf('conversations')).toContain('conversations.append_');
    expect(spansOf('identity')).toContain('/svc.identity.v1.IdentityService/GetUserContexts');
    expect(spansOf('identity')).toContain('postgresql');
  });
});
