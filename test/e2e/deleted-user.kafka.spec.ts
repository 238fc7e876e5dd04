import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { makeTemporaryFolder, removeFolder } from '../support/data-folder.js';
import {
  deleteWhileSpeaking,
  erasedSpeaker,
  leftOfSpeaker,
  untilErasedEverywhere,
} from '../support/deleted-user.js';
import { DistributedProcess } from '../support/distributed-process.js';
import { ModelServer } from '../support/model-server.js';

jest.setTimeout(180_000); // a whole system is started

let folder: string;
let model: ModelServer;
let system: DistributedProcess;

beforeAll(async () => {
  folder = makeTemporaryFolder();
  model = await ModelServer.start();
  const { SVC_TEST_KAFKA_BROKERS: KAFKA_BROKERS = '' } = process.env;
  system = await DistributedProcess.start({ dataDir: folder, env: { ...model.env, KAFKA_BROKERS } });
});
afterAll(async () => {
  await system?.stop();
  await model?.stop();
  removeFolder(folder);
});

it('given services as processes on Kafka, then a deletion ends the turn that runs, and each context confirms it', async () => {
  const { userId, heard } = await deleteWhileSpeaking(system, model);

  expect(heard.at(-1)).toMatchObject({ type: 'error', http_error_code: 404 });
  await model.answers.at(-1)?.untilClosed();
  await untilErasedEverywhere(system);
  await system.stop();
  expect(await leftOfSpeaker(folder, userId)).toEqual(erasedSpeaker);
});
