import type pg from 'pg';

/**
 * Takes from everybody what workspaces must not see: the catalogs, which name the tables and roles of all, and functions that
 * reach sessions, files, locks and large objects. The server itself needs no rights to its catalogs. Only a superuser may do
 * it; elsewhere the judging of statements is the only wall before names.
 * @returns whether it could be done
 */
export async function hardenDatabase(admin: pg.Client): Promise<boolean> {
  await admin.query(`DO $do$ BEGIN
      EXECUTE format('REVOKE ALL ON DATABASE %I FROM PUBLIC', current_database());
    END $do$`);
  const { rows } = await admin.query<{ super: boolean }>(
    'SELECT rolsuper AS super FROM pg_roles WHERE rolname = current_user',
  );
  if (!rows[0]?.super) return false;
  await admin.query(`
    BEGIN;
    SELECT pg_advisory_xact_lock(${lockKey});
    REVOKE ALL ON SCHEMA public, information_schema FROM PUBLIC`);
  await admin.query(revokeTables);
  await admin.query(revokeFunctions);
  await admin.query('COMMIT');
  return true;
}

/** "hard" in ASCII: two processes at once would change the same rows of the catalog. */
const lockKey = 0x68617264;

/** Of the second start on, there is nothing left to take. */
const revokeTables = `DO $do$ DECLARE found regclass; BEGIN
  FOR found IN
    SELECT c.oid::regclass FROM pg_class c
     WHERE c.relnamespace IN ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)
       AND c.relkind IN ('r', 'v') AND EXISTS (SELECT FROM aclexplode(c.relacl) WHERE grantee = 0)
  LOOP
    EXECUTE format('REVOKE ALL ON TABLE %s FROM PUBLIC', found);
  END LOOP;
END $do$`;

/** Functions of types, operators and indexes stay: nothing works without. */
const revokeFunctions = `DO $do$ DECLARE found regprocedure; BEGIN
  FOR found IN
    SELECT p.oid::regprocedure FROM pg_proc p
     WHERE p.pronamespace = 'pg_catalog'::regnamespace
       AND p.prokind IN ('f', 'p')
       AND (p.proacl IS NULL OR EXISTS (SELECT FROM aclexplode(p.proacl) WHERE grantee = 0))
       AND (p.proname ~ '^(pg_(?!typeof$|column_size$)|lo_|lo(get|read|write)|txid_|mxid_|inet_|has_|row_security|query_to_|table_to_|schema_to_|database_to_|cursor_to_|to_reg|binary_upgrade_|ts_stat|ts_debug|obj_description|col_description|shobj_description|nextval|currval|lastval|setval)'
            OR p.proname IN ('set_config', 'current_setting', 'loread', 'lowrite', 'version', 'current_schemas', 'format_type'))
  LOOP
    EXECUTE format('REVOKE EXECUTE ON FUNCTION %s FROM PUBLIC', found);
  END LOOP;
END $do$`;
