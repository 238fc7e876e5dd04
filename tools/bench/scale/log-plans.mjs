// Which plans the statements of a log have, after connections have chosen those they keep.
import { intercept, planOf, recording } from './plans.mjs';
import { appender } from './rates.mjs';
import { event, metadata, openStore, streamOf, tenantId } from './thing-log.mjs';

const { emptyStreamHead, verifyStreams } = await import('@svc/event-store');
const { readLogPage } = await import('../../../libs/event-store/src/reading/read-log-page.js');
const { readLogEnd } = await import('../../../libs/event-store/src/reading/read-log.js');
const { readSubscriptionLags } =
  await import('../../../libs/event-store/src/subscription/subscription-lag.js');

/** The sixth execution takes the plan that all values share, or never does. */
const executions = 7;

/**
 * @param database with one connection
 * @returns by what it is for: shape, pages and milliseconds of each statement
 */
export async function plansOf(database, schema, ordinary) {
  const { database: recorded, latest } = recording(database);
  const store = openStore(recorded, schema);
  const { middle, end } = await positions(database, schema);
  const append = appender(store, recorded);
  const operations = {
    'load a stream of 10 events': [
      `${schema}.load_stream`,
      (nth) => store.loadStream(recorded, { tenantId, streamId: streamOf('thing', ordinary - 1 - nth) }),
    ],
    'read a stream of 1,000 events': [
      `${schema}.read_stream`,
      () => store.readStream(recorded, streamOf('tale', 3)),
    ],
    'page of the log, in its middle': [
      `${schema}.read_log_page`,
      () => readLogPage(recorded, schema, middle, {}),
    ],
    'page of the log, at its end': [`${schema}.read_log_page`, () => readLogPage(recorded, schema, end, {})],
    'page of public events, in the middle': [
      `${schema}.read_filtered_log_page`,
      () => readLogPage(recorded, schema, middle, { publicOnly: true }),
    ],
    'end of the log': [`${schema}.log_end`, () => readLogEnd(recorded, schema)],
    'lag of the subscriptions': [`${schema}.subscription_lags`, () => readSubscriptionLags(recorded, schema)],
    'verify, a batch of 1,000 events': [
      `${schema}.verify_streams`,
      () => verifyStreams(recorded, schema, { streamPrefix: streamOf('tale', 3), batchSize: 2_000 }),
    ],
  };
  for (let nth = 0; nth < executions; nth++) await append();
  const plans = {};
  plans['append an event'] = await explain(database, await nextAppend(store));
  for (const [what, [name, operate]] of Object.entries(operations)) {
    for (let nth = 0; nth < executions; nth++) await operate(nth);
    plans[what] = await explain(database, latest.get(name));
  }
  return plans;
}

function nextAppend(store) {
  const streamId = streamOf('made', 1);
  const request = { tenantId, subject: null, streamId, expected: emptyStreamHead, metadata };
  return intercept((executor) => store.append(executor, { ...request, events: [event('ThingBegan', 1)] }));
}

async function explain(database, statement) {
  const client = await database.pool.connect();
  try {
    return await planOf(client, statement);
  } finally {
    client.release();
  }
}

async function positions(database, schema) {
  const order = 'epoch, transaction_id, position';
  const at = async (text) => {
    const { rows } = await database.pool.query(`SELECT ${order} FROM ${schema}.event ${text}`);
    const [{ epoch, transaction_id: transactionId, position }] = rows;
    return { epoch, transactionId: BigInt(transactionId), position: BigInt(position) };
  };
  const middle = await at(
    `WHERE position >= (SELECT last_value / 2 FROM ${schema}.event_position_seq) ORDER BY ${order} LIMIT 1`,
  );
  const end = await at(`ORDER BY epoch DESC, transaction_id DESC, position DESC LIMIT 1`);
  return { middle, end };
}
