import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, renameSync, rmSync } from 'node:fs';
import { freeBrokerPorts } from './free-ports.js';
import { KafkaCluster } from './kafka-cluster.js';

export interface ClassArchiveOptions {
  /** From `fetchKafkaJars`. */
  readonly jars: string;
  /** Of the broker's data, and nothing else. Removed afterwards. */
  readonly folder: string;
  /** Told when the classes have to be taken. */
  readonly say: (sentence: string) => void;
}

/** Writing the classes takes a busy machine longer than an end without. */
const writtenWithinMs = 120_000;

/**
 * The classes of a broker as Java maps them into memory (class data sharing): one starts in two thirds of the time with
 * them. They are taken once from a broker that is started and ended for it, by the Java of this machine, and kept beside
 * the jars; a Java that is updated gets others.
 * @returns a file; undefined: this Java gives none, and brokers start without
 */
export async function takeClassArchive({
  jars,
  folder,
  say,
}: ClassArchiveOptions): Promise<string | undefined> {
  const { stderr: java } = spawnSync('java', ['-version'], { encoding: 'utf8' });
  const digest = createHash('sha256').update(java).digest('hex').slice(0, 12);
  const archive = `${jars}-java-${digest}.jsa`;
  if (existsSync(archive)) return archive;
  say('Taking the classes of Kafka from a first broker (once) …');
  const draft = `${archive}.draft-${process.pid}`;
  const ports = await freeBrokerPorts(1);
  const cluster = KafkaCluster.create({ folder, jars, ports, startsFast: true, archiveClassesTo: draft });
  try {
    await cluster.start();
    const [hasEnded] = await Promise.all(cluster.brokers.map((broker) => broker.stop(writtenWithinMs)));
    // What a broker that had to be killed has written is not complete.
    if (!hasEnded || !existsSync(draft)) return undefined;
    renameSync(draft, archive);
    return archive;
  } finally {
    await cluster.wipe();
    rmSync(draft, { force: true });
  }
}
