// The plans that connections keep for the statements of a log, and how many pages of 8 KiB each execution touches.
import pg from 'pg';

/** A database whose statements are remembered with their latest values. */
export function recording(database) {
  const latest = new Map();
  const query = (statement) => {
    latest.set(statement.name, statement);
    return database.query(statement);
  };
  return { database: { ...database, query }, latest };
}

/** Thrown in place of an execution. */
class Intercepted extends Error {
  constructor(statement) {
    super('intercepted');
    this.statement = statement;
  }
}

/** @returns the statement that `work` would have run on the executor that it is given */
export async function intercept(work) {
  const executor = { query: (statement) => Promise.reject(new Intercepted(statement)) };
  const failure = await work(executor).catch((reason) => reason);
  if (failure instanceof Intercepted) return failure.statement;
  throw failure;
}

/** Explains an execution of a statement that the client has prepared. What it changes is taken back. */
export async function planOf(client, { name, values }) {
  await client.query('BEGIN');
  try {
    const literals = values.length > 0 ? `(${values.map(literal).join(', ')})` : '';
    const { rows } = await client.query(
      `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) EXECUTE ${pg.escapeIdentifier(name)} ${literals}`,
    );
    const [{ Plan: plan }] = rows[0]['QUERY PLAN'];
    const pages = plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
    return { shape: shapeOf(plan), pages, ms: Number(plan['Actual Total Time'].toFixed(2)) };
  } finally {
    await client.query('ROLLBACK');
  }
}

function literal(value) {
  if (value === null) return 'NULL';
  if (Buffer.isBuffer(value)) return `'\\x${value.toString('hex')}'`;
  if (Array.isArray(value)) return pg.escapeLiteral(`{${value.map((one) => JSON.stringify(one)).join(',')}}`);
  return pg.escapeLiteral(String(value));
}

/** Nodes from the top down; partitions that are read alike are counted and not named. */
function shapeOf(node) {
  const index = node['Index Name'] ?? node['Relation Name'] ?? '';
  const removed = node['Subplans Removed'] ? ` (${node['Subplans Removed']} left out)` : '';
  const own = [node['Node Type'], index.replace(/_\d+$/, '')].filter(Boolean).join(' ') + removed;
  const counts = new Map();
  for (const child of (node.Plans ?? []).map(shapeOf)) counts.set(child, (counts.get(child) ?? 0) + 1);
  const below = [...counts].map(([child, count]) => (count > 1 ? `${count} × ${child}` : child));
  if (below.length === 0) return own;
  return `${own} > ${below.length > 1 ? `(${below.join(', ')})` : below[0]}`;
}
