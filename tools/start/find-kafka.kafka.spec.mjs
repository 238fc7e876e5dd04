import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { whatBrokersLack } from '@svc/testing/kafka-cluster';
import { dataFolderOf, downloadsOf } from '../../test/support/downloads.mjs';

const root = path.resolve(import.meta.dirname, '../..');
/** With an external cluster this machine may have no Java. */
const onThisMachine = whatBrokersLack() === undefined ? it : it.skip;

let dataFolder;
beforeAll(() => {
  dataFolder = mkdtempSync(path.join(os.tmpdir(), 'svc-find-kafka-'));
  mkdirSync(downloadsOf(dataFolderOf(root)), { recursive: true });
  symlinkSync(downloadsOf(dataFolderOf(root)), downloadsOf(dataFolder));
});
afterAll(() => {
  run(['tools/kafka/kafka.mjs', 'wipe']);
  rmSync(dataFolder, { recursive: true });
});

function run(args, env = {}) {
  const { stdout } = spawnSync(process.execPath, args, {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, KAFKA_BROKERS: '', SVC_DATA_DIR: dataFolder, ...env },
  });
  return stdout;
}

/** What a process that looks for brokers says; the last line is what it has found. It ends at once. */
function look(env) {
  const program = `
    import { findKafka } from './tools/start/find-kafka.mjs';
    console.log(await findKafka((line) => console.log(line)));
    process.exit(0);`;
  return run(['--input-type=module', '-e', program], env).trim().split('\n');
}

onThisMachine(
  'given no Kafka, then one is started, and ends with the process that it was started for',
  () => {
    const said = look();
    expect(said.at(-2)).toMatch(/^Kafka serves at 127\.0\.0\.1:\d+, and ends with the services\.$/);
    expect(said.at(-1)).toMatch(/^127\.0\.0\.1:\d+$/);
    expect(run(['tools/kafka/kafka.mjs', 'stop'])).toBe('No Kafka of this data folder runs.\n');
  },
);

onThisMachine('given one that runs, then that is found, and left running', () => {
  const program = `
    import { LocalKafka } from './tools/kafka/local-kafka.mjs';
    console.log((await new LocalKafka(process.env.SVC_DATA_DIR, () => undefined).findOrStart()).endpoints);`;
  const running = run(['--input-type=module', '-e', program]).trim();
  expect(look()).toEqual([`Kafka serves at ${running}.`, running]);
  expect(run(['tools/kafka/kafka.mjs', 'stop'])).toMatch(/^Kafka has ended/);
});

it('given a machine without Java and Maven, then it says so, and there are no brokers', () => {
  const [said, found] = look({ PATH: '', SVC_DATA_DIR: path.join(dataFolder, 'another') });
  expect(said).toMatch(/^Running Kafka here takes Java \d+ or newer and Maven/);
  expect(found).toBe('undefined');
});
