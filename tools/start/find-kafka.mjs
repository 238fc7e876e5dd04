import { fork, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { root } from '../workspace/packages.mjs';

const kafka = (program) => path.join(root, 'tools/kafka', program);

/**
 * Brokers for services in separate processes: those of `npm run kafka`, or one that is started for them and ends
 * with this process.
 * @param {(sentence: string) => void} say
 * @returns {Promise<string | undefined>} for KAFKA_BROKERS; undefined if there is none; the reason was printed
 */
export async function findKafka(say) {
  const child = fork(kafka('find-or-start.mjs'), {
    execArgv: [],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const silence = once(child, 'disconnect').then(() => [{ lack: 'Kafka could not be looked for.' }]);
  const [{ endpoints, isNew, lack }] = await Promise.race([once(child, 'message'), silence]);
  if (lack) {
    say(lack);
    return undefined;
  }
  if (isNew) process.once('exit', endKafka);
  say(isNew ? `Kafka serves at ${endpoints}, and ends with the services.` : `Kafka serves at ${endpoints}.`);
  return endpoints;
}

function endKafka() {
  const env = { ...process.env, KAFKA_BROKERS: '' };
  spawnSync(process.execPath, [kafka('kafka.mjs'), 'stop'], { cwd: root, env, stdio: 'ignore' });
}
