import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createKafkaClient } from '@svc/kafka-client';
import { freeBrokerPorts, isPortFree, whatBrokersLack } from '@svc/testing/kafka-cluster';
import { dataFolderOf, downloadsOf } from '../../test/support/downloads.mjs';

const root = path.resolve(import.meta.dirname, '../..');
/** With an external cluster this machine may have no Java. */
const onThisMachine = whatBrokersLack() === undefined ? it : it.skip;

let dataFolder;
beforeAll(() => {
  dataFolder = mkdtempSync(path.join(os.tmpdir(), 'svc-kafka-command-'));
  symlinkSync(downloadsOf(dataFolderOf(root)), downloadsOf(dataFolder));
});
afterAll(() => {
  kafka(['wipe']);
  rmSync(dataFolder, { recursive: true });
});

function kafka(args, env = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['tools/kafka/kafka.mjs', ...args], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, KAFKA_BROKERS: '', SVC_DATA_DIR: dataFolder, ...env },
  });
  return { status, stdout, stderr };
}

onThisMachine('given no Kafka, when it says ready, then it serves, until it is told to stop', async () => {
  const [port] = await freeBrokerPorts(1);
  const brokers = `127.0.0.1:${port}`;

  const started = kafka(['--port', String(port)]);

  expect(started).toEqual({
    status: 0,
    stdout: expect.stringMatching(/^Starting .*\nKafka is ready \(1 broker, [\d.]+ s\)/),
    stderr: '',
  });
  expect(started.stdout).toContain(`export KAFKA_BROKERS=${brokers}\n`);
  const admin = createKafkaClient({ clientId: 'test', brokers: [brokers], retry: { retries: 0 } }).admin();
  await admin.connect();
  expect(await admin.createTopics({ topics: [{ topic: 'ready', numPartitions: 3 }] })).toBe(true);
  await admin.disconnect();

  expect(kafka(['--port', String(port)]).stdout).toMatch(/^Kafka runs already/);
  expect(kafka(['--brokers', '3']).stderr).toBe(
    'Kafka runs with 1 broker: npm run kafka -- stop, then start it with 3 brokers.\n',
  );
  expect(kafka([], { KAFKA_BROKERS: brokers }).stdout).toMatch(/^KAFKA_BROKERS names a Kafka that serves/);

  expect(kafka(['stop']).stdout).toMatch(/^Kafka has ended/);
  expect(await isPortFree(port)).toBe(true);
  expect(kafka(['stop']).stdout).toBe('No Kafka of this data folder runs.\n');
});

it('given a cluster that does not answer in KAFKA_BROKERS, then it says so', async () => {
  const [port] = await freeBrokerPorts(1);
  const { status, stderr } = kafka([], { KAFKA_BROKERS: `127.0.0.1:${port}` });
  expect({ status, stderr }).toEqual({
    status: 1,
    stderr: expect.stringMatching(/^Kafka at 127.0.0.1:\d+ does not serve: /),
  });
});

it.each([[['--brokers', '2']], [['--port', 'x']], [['--what']], [['go']]])(
  'given %j, then it says how it is used',
  (args) => {
    expect(kafka(args)).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('npm run kafka -- stop'),
    });
  },
);
