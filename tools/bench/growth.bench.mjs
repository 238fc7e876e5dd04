// How the time of a turn grows with the length of a conversation and of the log; how long a start takes, and how much
// memory the process holds. Usage: node tools/bench/growth.bench.mjs
import { rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import '../../test/support/source-loader.mjs';
import { loop, percentile } from './percentiles.mjs';
import { residentBytes } from './process-figures.mjs';
import { makeTalkers, signIn } from './talker.mjs';
import { closeConnections, send, turnBody } from './turn-client.mjs';

const { StandaloneProcess } = await import('../../test/support/standalone-process.ts');
const { createDatabase, startEmbeddedPostgres } = await import('@svc/postgres');

const seconds = Number(process.env.SVC_BENCH_SECONDS ?? 15);
const longConversation = Number(process.env.SVC_BENCH_TURNS ?? 1_000);
const message = 'I would like to make an appointment.';

const megabytes = (bytes) => Math.round(bytes / 1024 / 1024);

async function eventLoopDelayMs(baseUrl) {
  const metrics = await send(`${baseUrl}/metrics`, { method: 'GET' });
  return (
    Number(/event_loop_delay_seconds\{[^}]*quantile="0.99"[^}]*\} (\S+)/.exec(metrics)?.[1] ?? NaN) * 1_000
  );
}

/**
 * Rows like those of a long past: conversations of other users of the same tenant, with their events and messages. Values
 * that would be sealed have the same length; nobody reads them.
 */
async function fillPast(database, from, to) {
  const client = await database.pool.connect();
  await client.query('SET statement_timeout = 0; SET transaction_timeout = 0; SET synchronous_commit = off');
  await client.query(
    `INSERT INTO conversations.event (tenant_id, stream_id, subject, stream_version, event_type, event_id,
            schema_version, is_public, previous_public_version, previous_public_hash, payload, metadata, created_at, hash)
     SELECT 'org:demo', 'org:demo/conversation/' || lpad(to_hex(n / 50), 24, '0'), 'org:demo/user/' || lpad(to_hex(n / 50 % 1000), 24, '0'),
            n % 50 + 1, 'InteractionStarted', gen_random_uuid(), 1, true, n % 50, sha256(n::text::bytea), $1, $2, now() - interval '30 days' + n * interval '1 second',
            sha256(n::text::bytea)
       FROM generate_series($3::int, $4::int - 1) AS n`,
    [
      JSON.stringify({ text: 'x'.repeat(300) }),
      JSON.stringify({ actor: 'bench', correlationId: 'x', causationId: 'x' }),
      from,
      to,
    ],
  );
  await client.query(
    `INSERT INTO conversations.conversation
     SELECT 'org:demo', lpad(to_hex(n), 24, '0'), lpad(to_hex(n % 1000), 24, '0'), service_id,
            now() - interval '30 days' + n * interval '1 minute', 'org:demo/user/' || lpad(to_hex(n % 1000), 24, '0'), true,
            repeat('x', 80), 12, now(), version_set_name, agent_id,
            agent_version_number, context_graph_id, context_graph_version_number, llm_model_preferences
       FROM generate_series($1::int, $2::int - 1) AS n,
            (SELECT * FROM conversations.conversation ORDER BY created_at DESC LIMIT 1) AS model
     ON CONFLICT DO NOTHING`,
    [from / 50, to / 50],
  );
  await client.query(
    `INSERT INTO conversations.message
     SELECT 'org:demo', lpad(to_hex(n / 12), 24, '0'), n % 12 + 1, lpad(to_hex(n), 24, '0'), lpad(to_hex(n / 2), 24, '0'),
            'agent-message', repeat('x', 80), repeat('x', 110), now()
       FROM generate_series($1::int, $2::int - 1) AS n ON CONFLICT DO NOTHING`,
    [(from / 50) * 12, (to / 50) * 12],
  );
  await client.query('VACUUM ANALYZE conversations.event, conversations.conversation, conversations.message');
  client.release(true);
}

async function measureTurnAndList(talker) {
  for (let index = 0; index < 50; index++) await talker.turn();
  const turn = await loop(1, (seconds * 1_000) / 3, () => () => talker.turn());
  const list = await loop(
    1,
    (seconds * 1_000) / 5,
    () => () => send(`${talker.api}/conversation/?limit=20`, { method: 'GET', token: talker.token }),
  );
  return { turn: percentile(turn.durations, 0.5), list: percentile(list.durations, 0.5) };
}

/** @returns {Promise<{ name: string, value: number, unit: string, reference?: number, ratio?: number }[]>} */
export async function run(onProgress = () => {}) {
  const rows = [];
  const add = (name, value, unit, reference) => {
    const rounded = (number) => Number(number.toPrecision(3));
    const row = { name, value: rounded(value), unit };
    if (reference !== undefined)
      Object.assign(row, { reference: rounded(reference), ratio: rounded(value / reference) });
    rows.push(row);
    onProgress(row);
  };
  const folder = path.join(os.tmpdir(), `svc-growth-bench-${process.pid}`);
  const started = [];
  let server;
  try {
    // As a newcomer gets it: embedded database, first and second start.
    const first = await StandaloneProcess.start({ dataDir: path.join(folder, 'start') });
    add('first start until ready (built before)', first.readyMs / 1_000, 's');
    await first.stop();
    const second = await StandaloneProcess.start({ dataDir: path.join(folder, 'start') });
    add('second start until ready', second.readyMs / 1_000, 's');
    await second.stop();

    server = await startEmbeddedPostgres({ dataDir: path.join(folder, 'postgres'), log: () => {} });
    const database = createDatabase({
      connectionString: server.connectionString,
      maxConnections: 2,
      applicationName: 'bench',
    });
    started.push(() => database.close());

    const standalone = await StandaloneProcess.start({
      dataDir: path.join(folder, 'turns'),
      env: { DATABASE_URL: server.connectionString },
    });
    started.push(() => standalone.stop());
    add('memory of Node when idle', megabytes(residentBytes(standalone.pid)), 'MB');
    const credentials = standalone.credentials();
    const administrator = await signIn(`${standalone.baseUrl}/v1/demo`, credentials, credentials.user_id);
    const talkers = await makeTalkers(standalone, 32, administrator);
    const body = turnBody(message);
    const steps = (index) => () => talkers[index].turn();
    await loop(8, 3_000, steps);

    await eventLoopDelayMs(standalone.baseUrl);
    await loop(32, seconds * 1_000, steps);
    add('event-loop delay p99, 32 conversations', await eventLoopDelayMs(standalone.baseUrl), 'ms');
    add('memory of Node under load', megabytes(residentBytes(standalone.pid)), 'MB');

    const [talker] = await makeTalkers(standalone, 1, administrator);
    const skip = Buffer.from(
      body.toString().replace('user-message\r\n', 'skip\r\n').replace(`${message}\r\n`, '\r\n'),
    );
    const durations = [];
    const conversation = talker.conversation;
    while (durations.length < longConversation && talker.conversation === conversation) {
      durations.push(await talker.turn(skip, Infinity));
    }
    if (durations.length < longConversation)
      throw new Error(`the long conversation ended after ${durations.length} turns`);
    const window = (from, to) => percentile(durations.slice(from, to), 0.5);
    add(
      `turns ${longConversation - 99} to ${longConversation} of a conversation, median; reference: turns 5 to 104`,
      window(-100),
      'ms',
      window(4, 104),
    );

    await fillPast(database, 0, 10_000);
    const small = await measureTurnAndList(talkers[0]);
    await fillPast(database, 10_000, 1_000_000);
    const large = await measureTurnAndList(talkers[0]);
    add(
      'turn with 1,000,000 events in the log, median; reference: with 10,000',
      large.turn,
      'ms',
      small.turn,
    );
    add(
      'list of conversations with 1,000,000 events, median; reference: with 10,000',
      large.list,
      'ms',
      small.list,
    );
    return rows;
  } finally {
    for (const stop of started.reverse()) await stop();
    await server?.stop();
    closeConnections();
    rmSync(folder, { recursive: true, force: true });
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await run(({ name, value, unit, reference, ratio }) =>
    console.log(
      `${name}: ${value} ${unit}${reference === undefined ? '' : `, reference ${reference}, ratio ${ratio}`}`,
    ),
  );
}
