// `npm run distributed`: builds what has changed, then runs each service as a child process of this one, on the
// Kafka of KAFKA_BROKERS, or one of this machine.
import { findKafka } from './find-kafka.mjs';
import { runApp } from './run-app.mjs';

const say = (line) => console.log(line);

await runApp('distributed', say, async () => {
  process.env.KAFKA_BROKERS ||= (await findKafka(say)) ?? '';
});
