// `npm run distributed`: builds what has changed, then runs each service as a child process of this one, on the
// Kafka of KAFKA_BROKERS, or one of this machine.
import { pathToFileURL } from 'node:url';
import path from 'node:path';
import { root } from '../workspace/packages.mjs';
import { buildQuietly } from './build-quietly.mjs';
import { findKafka } from './find-kafka.mjs';

const say = (line) => console.log(line);

if (await buildQuietly(say)) {
  process.setSourceMapsEnabled(true);
  process.env.KAFKA_BROKERS ||= (await findKafka(say)) ?? '';
  await import(pathToFileURL(path.join(root, 'apps/distributed/dist/main.js')).href);
} else {
  console.error('The build failed, see above.');
  process.exitCode = 1;
}
