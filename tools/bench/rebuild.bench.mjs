// A rebuild of identity's read models by the operator's command, on a log of real events, while a standalone on the same
// database signs users in, reads and writes: how long anybody waits, beside the same without a rebuild before and after.
// Usage: npm run bench -- rebuild [--events=1000000] (default 100,000)
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import os from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import '../../test/support/source-loader.mjs';
import { percentile } from './percentiles.mjs';
import { signIn } from './talker.mjs';
import { closeConnections, send, sendJson } from './turn-client.mjs';
import { addUsers, eventsOfUser } from './rebuild-users.mjs';
import { withStandalone } from './with-standalone.mjs';

const { programOf } = await import('../../test/support/program.ts');

const defaultEvents = 100_000;
/** Without a rebuild, before and after it. */
const besideMs = 30_000;
/** Between two of one client, so that they use a part of the machine and not all of it. */
const thinkMs = 10;

/**
 * Runs what clients do, each by one of them, for as long as the work takes.
 * @returns durations in ms, by what they do, and how loaded the machine was at the end
 */
async function measure(actions, work) {
  const durations = Object.fromEntries(Object.keys(actions).map((name) => [name, []]));
  let isOver = false;
  const clients = Object.entries(actions).map(async ([name, action]) => {
    while (!isOver) {
      const before = performance.now();
      await action();
      durations[name].push(performance.now() - before);
      await pause(thinkMs);
    }
  });
  const result = await Promise.race([work(), ...clients]).finally(() => (isOver = true));
  await Promise.all(clients);
  return { result, durations, load: os.loadavg()[0] };
}

/** What the clients do, with users of their own to change. */
async function actionsOf(standalone, database) {
  const credentials = standalone.credentials();
  const api = `${standalone.baseUrl}/v1/demo`;
  const token = await signIn(api, credentials, credentials.user_id);
  const { rows } = await database.pool.query(
    `SELECT user_id FROM identity.user_account WHERE last_name LIKE 'User %' ORDER BY user_id`,
  );
  let turn = 0;
  const anyone = () => rows[(turn += 7_919) % rows.length].user_id;
  return {
    'sign-in': () => signIn(api, credentials, anyone()),
    'list of users': () => send(`${api}/user?limit=10`, { method: 'GET', token }),
    'read of a row (SQL)': () =>
      database.pool.query({
        name: 'one_user',
        text: `SELECT * FROM identity.user_account WHERE org_id = 'demo' AND user_id = $1`,
        values: [anyone()],
      }),
    'change of a user': () =>
      sendJson(`${api}/user/${anyone()}`, token, {
        last_name: `User ${turn}`,
        additional_context: ['One more.'],
      }),
    'new user': () =>
      sendJson(`${api}/user`, token, {
        first_name: 'New',
        last_name: 'User',
        email: `new-${turn}-${performance.now()}@demo.example`,
        role_name: 'DefaultUserRole',
      }),
  };
}

/** @returns the sentence in which the command says what it did, and how long it took as a whole, in ms */
async function rebuild(dataDir, connectionString) {
  const startedAt = performance.now();
  const child = spawn(
    process.execPath,
    [...programOf('standalone', { entry: 'admin/main' }), 'read-models', 'rebuild', 'identity'],
    {
      env: { ...process.env, SVC_DATA_DIR: dataDir, DATABASE_URL: connectionString },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text) => (said += text));
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`The rebuild ended with ${code}.`);
  return [said.trim(), performance.now() - startedAt];
}

const ms = (value) => Number(value.toFixed(1));

function report(onProgress, when, { durations, load }) {
  onProgress({ name: `${when}: load of the machine`, value: load.toFixed(1), unit: 'processes' });
  for (const [name, values] of Object.entries(durations)) {
    const figures = [percentile(values, 0.5), percentile(values, 0.99), Math.max(...values)].map(ms);
    onProgress({
      name: `${when}: ${name}`,
      value: figures.join(' / '),
      unit: `ms, p50 / p99 / longest of ${values.length}`,
    });
  }
}

export async function run(onProgress, parameters = []) {
  const asked = parameters.find((parameter) => parameter.startsWith('--events='));
  const events = Number(asked?.slice('--events='.length) ?? defaultEvents);
  await withStandalone('rebuild', async ({ standalone, dataDir, database, connectionString }) => {
    const startedAt = performance.now();
    await addUsers({ dataDir, database, connectionString }, events / eventsOfUser, (users) =>
      console.error(`${users * eventsOfUser} events …`),
    );
    onProgress({
      name: 'events written',
      value: events,
      unit: `in ${Math.round((performance.now() - startedAt) / 1_000)} s`,
    });
    const actions = await actionsOf(standalone, database);
    await measure(actions, () => pause(3_000)); // connections, plans, caches
    const before = await measure(actions, () => pause(besideMs));
    const during = await measure(actions, () => rebuild(dataDir, connectionString));
    const after = await measure(actions, () => pause(besideMs));
    report(onProgress, 'without a rebuild, before', before);
    report(onProgress, 'during the rebuild', during);
    report(onProgress, 'without a rebuild, after', after);
    const [sentence, tookMs] = during.result;
    onProgress({ name: 'the command, with its start and end', value: ms(tookMs / 1_000), unit: 's' });
    console.log(sentence);
    closeConnections();
  });
}
