// `npm run kafka [-- --brokers 3] [-- --port 9092]`: a Kafka on this machine for development, in the background;
// `npm run kafka -- stop` ends it, `npm run kafka -- wipe` also removes what it keeps.
import { parseArgs } from 'node:util';
import { dataFolderOf } from '../../test/support/downloads.mjs';
import { takeTurn } from '../bootstrap/turns.mjs';
import { root } from '../workspace/packages.mjs';
import { LocalKafka } from './local-kafka.mjs';
import { useGivenCluster } from './given-cluster.mjs';

const usage = `npm run kafka                    the one that is there, or else one broker at 127.0.0.1:9092
npm run kafka -- --brokers 3     three of them: topics have three replicas
npm run kafka -- --port 9192     listens there (each broker takes two ports)
npm run kafka -- stop            ends it; what it keeps stays
npm run kafka -- wipe            ends it and removes what it keeps
KAFKA_BROKERS=… npm run kafka    looks whether that cluster serves, and starts none`;

try {
  await run();
} catch (failure) {
  console.error(failure.message);
  process.exitCode = 1;
}

async function run() {
  const { command, brokers, port } = readArguments();
  const dataFolder = dataFolderOf(root);
  const given = process.env.KAFKA_BROKERS;
  if (command === 'start' && given) return useGivenCluster(given);
  // If several commands start at once, only one starts or stops brokers.
  const endTurn = takeTurn(root, (sentence) => console.error(sentence));
  try {
    const local = new LocalKafka(dataFolder, (sentence) => console.log(sentence));
    if (command === 'start') await local.start({ brokers, firstPort: port });
    else if (command === 'stop') await local.stop();
    else await local.wipe();
  } finally {
    endTurn();
  }
}

function readArguments() {
  const options = {
    brokers: { type: 'string' },
    port: { type: 'string' },
  };
  let parsed;
  try {
    parsed = parseArgs({ options, allowPositionals: true });
  } catch (failure) {
    throw new Error(`${failure.message}\n${usage}`, { cause: failure });
  }
  const [command = 'start', ...rest] = parsed.positionals;
  if (!['start', 'stop', 'wipe'].includes(command) || rest.length > 0) throw new Error(usage);
  const brokers = wholeNumber(parsed.values.brokers);
  if (brokers !== undefined && brokers !== 1 && brokers !== 3)
    throw new Error(`One broker or three: two of them lose their quorum with either.\n${usage}`);
  const port = wholeNumber(parsed.values.port);
  if (port !== undefined && !(port >= 1 && port <= 65_530)) throw new Error(`No port.\n${usage}`);
  return { command, brokers, port };
}

/** Undefined: it is not given. NaN: it is no whole number. */
function wholeNumber(text) {
  if (text === undefined) return undefined;
  return /^\d{1,6}$/.test(text) ? Number(text) : NaN;
}
