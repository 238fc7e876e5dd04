// A member of the consuming group in a process of its own, which says of each event how long it took:
// node member.mjs <database> <source> <brokers> <prefix of the topics>. A message ends it in order.
import '../../../test/support/source-loader.mjs';
import { BusLog } from './bus-log.mjs';
import { busOver, clientOf } from './relay.mjs';

const { TopicNames } = await import('@svc/event-bus-kafka');

const [connectionString, source, endpoints, prefix] = process.argv.slice(2);
const log = BusLog.join(connectionString, source);
const bus = busOver(clientOf(endpoints), new TopicNames(prefix));
const consumer = await log.consume(bus, (effects) => process.send({ effects }));
process.once('message', async () => {
  await consumer.stop();
  await log.close();
  process.disconnect();
});
