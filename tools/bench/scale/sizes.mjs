/** @returns bytes of the parts of a log on disk, for each partition */
export async function sizesOf(database, schema) {
  const { rows } = await database.pool.query(
    `SELECT part.oid::regclass::text AS name, part.reltuples::float8 AS events,
            pg_relation_size(part.oid)::float8 AS rows,
            (SELECT sum(pg_relation_size(indexrelid)) FROM pg_index WHERE indrelid = part.oid AND indisprimary)::float8 AS key,
            (SELECT sum(pg_relation_size(indexrelid)) FROM pg_index WHERE indrelid = part.oid AND NOT indisprimary)::float8 AS "order",
            pg_total_relation_size(part.oid)::float8 AS "all"
       FROM pg_inherits JOIN pg_class AS part ON part.oid = inhrelid
      WHERE inhparent = $1::regclass ORDER BY 1`,
    [`${schema}.event`],
  );
  return rows;
}
