// Makes a log on the server: rows that the store itself could have written, with their hash chains.
import { longStreams, metadata, ordinaryLength, tenantId, text } from './thing-log.mjs';

/** Streams of one statement, which is one transaction. */
const streamsAtOnce = 2_000;
const writers = 3;
/** 2026-11-22T00:00:00Z, in milliseconds. */
const begunAtMs = 1_795_305_600_000;
const noHash = `decode(repeat('00', 32), 'hex')`;

/**
 * What each row consists of, as functions of the stream and the version; `link` is `linkHash` of the event store.
 * All are inlined.
 */
const functions = (schema) => `
  CREATE FUNCTION ${schema}.made_type(version integer) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN CASE version WHEN 1 THEN 'ThingBegan' ELSE 'ThingWentOn' END;
  CREATE FUNCTION ${schema}.made_id(stream text, version integer) RETURNS uuid LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN md5(stream || '/' || version)::uuid;
  CREATE FUNCTION ${schema}.made_payload(version integer) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN '{"ordinal":' || version || ',"text":"${text}"}';
  CREATE FUNCTION ${schema}.made_metadata() RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN '${JSON.stringify(metadata)}';
  CREATE FUNCTION ${schema}.sized(bytes bytea) RETURNS bytea LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN int4send(octet_length(bytes)) || bytes;
  CREATE FUNCTION ${schema}.link(before bytea, stream text, version integer) RETURNS bytea
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN sha256(before || ${schema}.sized(convert_to(stream, 'UTF8')) || ${schema}.sized(int4send(version))
      || ${schema}.sized(convert_to(${schema}.made_type(version), 'UTF8')) || ${schema}.sized(int4send(1))
      || ${schema}.sized(uuid_send(${schema}.made_id(stream, version)))
      || ${schema}.sized(int8send(${begunAtMs} + version))
      || ${schema}.sized(convert_to(${schema}.made_metadata(), 'UTF8'))
      || ${schema}.sized(convert_to(${schema}.made_payload(version), 'UTF8')));`;

/** Round by round over the streams, so that they lie in the log beside each other as they grow. */
const insert = (schema) => `
  WITH RECURSIVE chain AS (
    SELECT stream, 1 AS version, ${noHash} AS before, ${schema}.link(${noHash}, stream, 1) AS hash,
           ${schema}.link(${noHash}, stream, 1) AS first
      FROM (SELECT '${tenantId}/' || $1::text || '/' || lpad(to_hex(nth), 24, '0') AS stream
              FROM generate_series($2::integer, $3::integer) AS nth) AS begun
    UNION ALL
    SELECT stream, version + 1, hash, ${schema}.link(hash, stream, version + 1), first
      FROM chain WHERE version < $4
  )
  INSERT INTO ${schema}.event (tenant_id, stream_id, subject, stream_version, event_type, event_id, schema_version,
    is_public, previous_public_version, previous_public_hash, payload, metadata, created_at, hash)
  SELECT '${tenantId}', stream, NULL, version, ${schema}.made_type(version), ${schema}.made_id(stream, version), 1,
         version = 1, least(version - 1, 1), CASE version WHEN 1 THEN ${noHash} ELSE first END,
         ${schema}.made_payload(version), ${schema}.made_metadata(),
         timestamptz 'epoch' + (${begunAtMs} + version) * interval '1 millisecond', hash
    FROM chain ORDER BY version, stream`;

/**
 * Fills the log of a schema and lets the server look it over, as autovacuum would.
 * @param events about as many; the long streams are among them
 * @returns how many ordinary streams there are
 */
export async function generateLog(database, schema, events) {
  await database.pool.query(functions(schema));
  const long = Object.entries(longStreams);
  const longEvents = long.reduce((sum, [, { length, count }]) => sum + length * count, 0);
  const ordinary = Math.floor((events - longEvents) / ordinaryLength);
  const batches = [];
  for (let from = 0; from < ordinary; from += streamsAtOnce)
    batches.push(['thing', from, Math.min(from + streamsAtOnce, ordinary) - 1, ordinaryLength]);
  for (const [category, { length, count }] of long) batches.push([category, 0, count - 1, length]);
  const next = batches.values();
  await Promise.all(
    Array.from({ length: writers }, () =>
      withSession(database, async (client) => {
        for (const values of next)
          await client.query({ name: `${schema}.generate`, text: insert(schema), values });
      }),
    ),
  );
  await withSession(database, (client) => client.query(`VACUUM (ANALYZE) ${schema}.event`));
  return ordinary;
}

/** Without the time limits of ordinary statements. */
export async function withSession(database, work) {
  const client = await database.pool.connect();
  try {
    await client.query('SET statement_timeout = 0; SET transaction_timeout = 0');
    return await work(client);
  } finally {
    client.release(true);
  }
}
