import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import type { KafkaCluster } from '@svc/testing/kafka-cluster';
import { runAdmin } from '../support/admin.js';
import type { ClassicClient } from '../support/client.js';
import { makeTemporaryFolder, removeFolder } from '../support/data-folder.js';
import { DistributedProcess } from '../support/distributed-process.js';
import { signInAsNewUser } from '../support/members.js';
import { beginConversation, signInAsDemoUser } from '../support/sessions.js';
import { countedUser, listUsers } from '../support/users.js';
import { testCluster } from './bus/test-cluster.js';

jest.setTimeout(6 * 60_000);

let folder: string;
let prefix: string;
let cluster: KafkaCluster;
let system: DistributedProcess;
let administrator: ClassicClient;

beforeEach(async () => {
  cluster = await testCluster();
  folder = makeTemporaryFolder();
  prefix = `test-${randomBytes(6).toString('hex')}`;
});
afterEach(async () => {
  await system?.stop();
  removeFolder(folder);
});

const dataDir = () => path.join(folder, 'data');
const databaseFiles = () => path.join(dataDir(), 'postgres');
const backup = () => path.join(folder, 'backup');

async function start(): Promise<void> {
  const env = { KAFKA_BROKERS: cluster.endpoints, SVC_KAFKA_PREFIX: prefix };
  system = await DistributedProcess.start({ dataDir: dataDir(), env });
  administrator = await signInAsDemoUser(system.baseUrl, system.credentials());
}

/** A conversation with only the agent's first message. */
async function talk(userId: string): Promise<void> {
  const client = await signInAsDemoUser(system.baseUrl, { ...system.credentials(), user_id: userId });
  const { id } = await beginConversation(client, system.credentials().service_id);
  await client.finish(id);
}

it('given services that are restored from an older backup, then who was deleted since is erased again before they serve, and they hear of each other as before', async () => {
  await start();
  const newcomer = async () => (await signInAsNewUser(administrator, system.credentials())).userId;
  const [staying, leaving] = [await newcomer(), await newcomer()];
  for (const userId of [staying, leaving]) await talk(userId);
  await countedUser(administrator, staying, 1);
  await system.stop();
  execFileSync('cp', ['-a', databaseFiles(), backup()]);
  await start();
  await administrator.request('DELETE', `user/${leaving}`);
  await talk(staying);
  await countedUser(administrator, staying, 2);
  await system.stop();
  rmSync(databaseFiles(), { recursive: true });
  renameSync(backup(), databaseFiles());

  await expect(start()).rejects.toThrow(/keys of 1 people who were erased.*privacy reapply/);
  const { stdout } = await runAdmin(dataDir(), 'privacy', 'reapply');
  for (const context of ['identity', 'conversations'])
    expect(stdout).toContain(`${context}: 1 erased people are erased again.\n`);
  await start();
  await talk(staying);

  // That of the lost time is gone with it, though Kafka still has it.
  await countedUser(administrator, staying, 2);
  expect((await listUsers(administrator)).map((user) => user.user_id)).not.toContain(leaving);
});
