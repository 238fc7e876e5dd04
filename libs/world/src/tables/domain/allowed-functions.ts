/**
 * What statements of workspaces may call: pure functions of values, aggregates and window functions. None reads another
 * session, the catalog or files, sleeps, locks, or makes a large text of a small one (`repeat`, `lpad`).
 */
export const allowedFunctions: ReadonlySet<string> = new Set(
  `abs array_agg array_append array_cat array_dims array_length array_lower array_ndims array_position array_positions
   array_prepend array_remove array_replace array_to_json array_to_string array_upper arraycontained arraycontains ascii avg
   bit_and bit_or bit_count bit_length bit_xor bool_and bool_or btrim cardinality cbrt ceil ceiling char_length
   character_length chr coalesce concat concat_ws corr count covar_pop covar_samp cume_dist date date_bin date_part
   date_trunc decode degrees dense_rank div encode erf every exp extract factorial first_value floor format
   gcd gen_random_uuid generate_series generate_subscripts greatest initcap isfinite json_agg json_array_elements
   json_array_elements_text json_array_length json_build_array json_build_object json_each json_each_text
   json_extract_path json_extract_path_text json_object json_object_agg json_object_keys json_strip_nulls json_typeof
   jsonb_agg jsonb_array_elements jsonb_array_elements_text jsonb_array_length jsonb_build_array jsonb_build_object
   jsonb_each jsonb_each_text jsonb_extract_path jsonb_extract_path_text jsonb_insert jsonb_object jsonb_object_agg
   jsonb_object_keys jsonb_path_exists jsonb_path_match jsonb_path_query jsonb_path_query_array jsonb_path_query_first
   jsonb_pretty jsonb_set jsonb_set_lax jsonb_strip_nulls jsonb_to_record jsonb_to_recordset jsonb_typeof
   justify_days justify_hours justify_interval lag last_value lcm lead least left length like_escape ln log log10 lower
   ltrim make_date make_interval make_time make_timestamp make_timestamptz max md5 min mod mode now nth_value ntile nullif
   num_nonnulls num_nulls octet_length overlay parse_ident percent_rank percentile_cont percentile_disc pi position power
   quote_ident quote_literal quote_nullable radians random range_agg rank regexp_count regexp_instr regexp_like regexp_match
   regexp_matches regexp_replace regexp_split_to_array regexp_split_to_table regexp_substr regr_avgx regr_avgy regr_count
   regr_intercept regr_r2 regr_slope regr_sxx regr_sxy regr_syy replace reverse right round row_number row_to_json rtrim
   scale sha224 sha256 sha384 sha512 sign similar_to_escape split_part sqrt starts_with statement_timestamp stddev
   stddev_pop stddev_samp string_agg string_to_array string_to_table strpos substr substring sum timezone to_char to_date
   to_hex to_json to_jsonb to_number to_timestamp transaction_timestamp translate trim_array trim_scale trunc unnest upper
   uuid_extract_timestamp uuidv4 uuidv7 var_pop var_samp variance width_bucket acos asin atan atan2 cos cot sin tan
   clock_timestamp age min_scale string_to_array any_value trim`
    .trim()
    .split(/\s+/),
);

/** What PostgreSQL's grammar itself calls for `AT TIME ZONE`, `EXTRACT`, `LIKE … ESCAPE`: with `pg_catalog` before it. */
export const functionsOfGrammar: ReadonlySet<string> = new Set([
  'btrim',
  'date_part',
  'extract',
  'is_normalized',
  'like_escape',
  'ltrim',
  'normalize',
  'overlaps',
  'overlay',
  'position',
  'rtrim',
  'similar_to_escape',
  'substring',
  'timezone',
]);

/** What values may be cast to. None names something of the catalog (`regclass`, `oid`). */
export const allowedTypes: ReadonlySet<string> = new Set(
  `text varchar bpchar char int2 int4 int8 smallint integer int bigint numeric decimal float4 float8 bool boolean uuid
   timestamptz timestamp date time timetz interval json jsonb bytea bit varbit`
    .trim()
    .split(/\s+/),
);

/** `CURRENT_DATE` and the like; those that tell who is signed in, and where, are not. */
export const allowedValueWords: ReadonlySet<string> = new Set([
  'SVFOP_CURRENT_DATE',
  'SVFOP_CURRENT_TIME',
  'SVFOP_CURRENT_TIME_N',
  'SVFOP_CURRENT_TIMESTAMP',
  'SVFOP_CURRENT_TIMESTAMP_N',
  'SVFOP_LOCALTIME',
  'SVFOP_LOCALTIME_N',
  'SVFOP_LOCALTIMESTAMP',
  'SVFOP_LOCALTIMESTAMP_N',
]);

/**
 * Functions of one argument that read or change what is around a value. `value.name` calls them where no column has that name
 * (`SELECT g.pg_sleep FROM unnest(ARRAY[60.0]) g`), so no qualified column may be called like one.
 */
export const functionsOfSurroundings = new RegExp(
  `^(${[
    'pg_.*',
    'lo_.*',
    'txid_.*',
    'mxid_.*',
    'binary_upgrade_.*',
    'brin_.*',
    'gin_clean_pending_list',
    '(to_)?reg(class|collation|config|dictionary|namespace|oper|operator|proc|procedure|role|type)(mod|in|out|send|recv)?',
    'current_setting|current_schemas|currval|nextval|lastval|setseed|row_security_active',
    'obj_description|format_type|fmgr_.*|plpgsql_validator|amvalidate|acl.*',
    'ts_stat|ts_debug|ts_token_type',
    '.*_to_xml(schema)?(_and_xmlschema)?',
    'xml|xml_in|xml_is_well_formed.*',
  ].join('|')})$`,
);
