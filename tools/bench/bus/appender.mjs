// Appends at a steady rate, in a separate process: node appender.mjs <database> <source> <events per second> <seconds>
// Each round appends the due events at once, to a new stream.
import { setTimeout as pause } from 'node:timers/promises';
import { BusLog } from './bus-log.mjs';

const [connectionString, source, perSecond, seconds] = process.argv.slice(2);
const turnMs = 10;
const log = BusLog.join(connectionString, source);
await log.append(1);
const startedAt = performance.now();
let [due, appended] = [0, 1];
while (performance.now() - startedAt < Number(seconds) * 1_000) {
  due = Math.floor(((performance.now() - startedAt) * Number(perSecond)) / 1_000);
  const missing = Math.min(200, due - appended);
  if (missing > 0) {
    await log.append(missing);
    appended += missing;
  } else {
    await pause(turnMs);
  }
}
await log.close();
process.send({ appended });
