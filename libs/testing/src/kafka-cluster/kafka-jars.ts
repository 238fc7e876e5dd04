import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';

const pom = path.join(import.meta.dirname, 'pom.xml');
/** Older ones can't run the brokers of Kafka 4. */
const oldestJava = 17;

/** @returns one sentence that says what this machine lacks to run brokers; undefined: nothing. */
export function whatBrokersLack(): string | undefined {
  const java = spawnSync('java', ['-version'], { encoding: 'utf8' });
  const [, version] = /version "(\d+)/.exec(java.stderr ?? '') ?? [];
  const isMissing = (command: string) => spawnSync(command, ['--version']).error !== undefined;
  if (version === undefined || Number(version) < oldestJava || isMissing('mvn'))
    return `Running Kafka here takes Java ${oldestJava} or newer and Maven (Debian: apt-get install default-jre-headless maven).`;
  return undefined;
}

/**
 * The jars of a broker and its tools in a folder of the cache, fetched by Maven from the registry that it is configured
 * for. Another pom has another folder.
 * @param say told when they have to be fetched
 * @returns the folder
 * @throws Error with one sentence that says what to do
 */
export function fetchKafkaJars(cache: string, say: (sentence: string) => void): string {
  const digest = createHash('sha256').update(readFileSync(pom)).digest('hex').slice(0, 12);
  const jars = path.join(cache, `kafka-${digest}`);
  if (existsSync(jars)) return jars;
  const lack = whatBrokersLack();
  if (lack) throw new Error(lack);
  say('Fetching Kafka with Maven (55 MB, once) …');
  mkdirSync(cache, { recursive: true });
  // A folder with its final name is complete, whatever happens to this process.
  const draft = mkdtempSync(path.join(cache, 'draft-'));
  const goal = ['dependency:copy-dependencies', '-DincludeScope=runtime', `-DoutputDirectory=${draft}`];
  const { status } = spawnSync('mvn', ['-q', '-B', '-f', pom, ...goal], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0) {
    rmSync(draft, { recursive: true, force: true });
    throw new Error('Fetching Kafka failed (mvn, see above): check the network and the settings of Maven.');
  }
  try {
    renameSync(draft, jars);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    if (!existsSync(jars)) throw error; // else another process was faster
  }
  return jars;
}
