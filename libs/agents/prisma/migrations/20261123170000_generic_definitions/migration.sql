-- Definitions of every kind in two tables, in place of tables per kind. They are filled from the log, where everything is. A
-- rebuild makes the same rows, but for blanks in the bodies of services.

DROP TABLE agents.agent, agents.agent_version, agents.context_graph, agents.context_graph_version, agents.service,
  agents.service_tag, agents.service_version_set;

CREATE TABLE agents.definition (
  tenant_id text COLLATE "C" NOT NULL,
  -- Unique in the tenant among all kinds.
  definition_id text COLLATE "C" NOT NULL,
  -- The category of its stream.
  kind text COLLATE "C" NOT NULL,
  -- NULL: the kind has no parent.
  parent_id text COLLATE "C",
  name text COLLATE "C" NOT NULL,
  -- NULL: others may have the name too, since this one is retired or inactive.
  held_name text COLLATE "C",
  -- Lower-case hex: where the body is in the blob store, should it not be here.
  body_address text NOT NULL,
  body_size_bytes integer NOT NULL,
  -- Canonical JSON. NULL: the body is in the blob store.
  body_json text,
  -- What lists filter and sort by, from the body.
  summary jsonb NOT NULL,
  -- 0: no version yet, or a kind without versions.
  latest_version integer NOT NULL,
  latest_version_id text,
  -- What lists show of the latest version.
  latest_summary jsonb NOT NULL,
  is_retired boolean NOT NULL,
  -- Messages svc.agents.v1.Author.
  creator jsonb NOT NULL,
  updated_by jsonb NOT NULL,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (tenant_id, definition_id)
);
-- The rule: a name belongs to one living definition of its kind and parent.
CREATE UNIQUE INDEX definition_name_key ON agents.definition (tenant_id, kind, coalesce(parent_id, ''), held_name);
-- The default orders of lists.
CREATE INDEX definition_creation ON agents.definition (tenant_id, kind, created_at, definition_id);
CREATE INDEX definition_children ON agents.definition (tenant_id, parent_id) WHERE parent_id IS NOT NULL;

CREATE TABLE agents.definition_version (
  tenant_id text COLLATE "C" NOT NULL,
  definition_id text COLLATE "C" NOT NULL,
  version integer NOT NULL,
  kind text COLLATE "C" NOT NULL,
  version_id text NOT NULL,
  -- Of tools "1.2.3".
  label text,
  body_address text NOT NULL,
  body_size_bytes integer NOT NULL,
  -- Canonical JSON. NULL: the body is in the blob store.
  body_json text,
  is_retired boolean NOT NULL,
  creator jsonb NOT NULL,
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (tenant_id, definition_id, version)
);

-- Secrets of definitions, outside the log: wrapped by the master key of this context.
CREATE TABLE agents.definition_secret (
  secret_id text COLLATE "C" PRIMARY KEY,
  tenant_id text COLLATE "C" NOT NULL,
  definition_id text COLLATE "C" NOT NULL,
  -- By which the definition's body or its calls name it.
  name text COLLATE "C" NOT NULL,
  wrapped_secret bytea NOT NULL,
  wrapping_key_id text NOT NULL REFERENCES agents.master_key (key_id),
  created_at timestamptz(3) NOT NULL,
  UNIQUE (tenant_id, definition_id, name)
);
-- Samples for planners would keep copies.
ALTER TABLE agents.definition_secret ALTER wrapped_secret SET STATISTICS 0;

CREATE FUNCTION agents.author_in(payload jsonb, field text) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT jsonb_build_object('orgId', coalesce(payload -> field ->> 'orgId', ''),
                            'userId', coalesce(payload -> field ->> 'userId', ''))
$$;
CREATE FUNCTION agents.instant_in(payload jsonb, field text) RETURNS timestamptz LANGUAGE sql IMMUTABLE AS $$
  SELECT to_timestamp((payload ->> field)::float8 / 1000)
$$;
-- What earlier releases have written: agent, context_graph and service.
CREATE VIEW agents.earlier_event AS
  SELECT tenant_id, stream_id, stream_version, event_type, payload::jsonb AS payload,
         split_part(stream_id, '/', 2) AS kind, split_part(stream_id, '/', 3) AS definition_id
    FROM agents.event
   WHERE event_type IN ('AgentCreated', 'AgentVersionCreated', 'ContextGraphCreated', 'ContextGraphVersionCreated',
                        'ServiceCreated', 'VersionSetPut');

INSERT INTO agents.definition_version
  (tenant_id, definition_id, version, kind, version_id, body_address, body_size_bytes, body_json, is_retired, creator, created_at)
SELECT tenant_id, definition_id, (payload ->> 'version')::integer, kind, payload ->> 'versionId',
       payload -> 'body' ->> 'address', (payload -> 'body' ->> 'sizeBytes')::integer, payload -> 'body' ->> 'inlineJson', false,
       agents.author_in(payload, 'creator'), agents.instant_in(payload, 'createdAtMs')
  FROM agents.earlier_event WHERE event_type IN ('AgentVersionCreated', 'ContextGraphVersionCreated');

INSERT INTO agents.definition
  (tenant_id, definition_id, kind, name, held_name, body_address, body_size_bytes, body_json, summary, latest_version,
   latest_version_id, latest_summary, is_retired, creator, updated_by, created_at, updated_at)
SELECT made.tenant_id, made.definition_id, made.kind, made.payload ->> 'name', made.payload ->> 'name', '', 2, '{}', '{}',
       coalesce(latest.version, 0), latest.version_id, '{}', false, agents.author_in(made.payload, 'creator'),
       coalesce(latest.creator, agents.author_in(made.payload, 'creator')), agents.instant_in(made.payload, 'createdAtMs'),
       coalesce(latest.created_at, agents.instant_in(made.payload, 'createdAtMs'))
  FROM agents.earlier_event AS made
  LEFT JOIN LATERAL (
    SELECT v.* FROM agents.definition_version AS v
     WHERE v.tenant_id = made.tenant_id AND v.definition_id = made.definition_id ORDER BY v.version DESC LIMIT 1
  ) AS latest ON true
 WHERE made.event_type IN ('AgentCreated', 'ContextGraphCreated');

WITH put AS (
  SELECT DISTINCT ON (stream_id, payload ->> 'name') stream_id, payload ->> 'name' AS name,
         payload -> 'versionSet' -> 'agentVersionNumber' AS agent,
         payload -> 'versionSet' -> 'contextGraphVersionNumber' AS graph,
         coalesce(payload -> 'versionSet' -> 'llmModelPreferences', '[]') AS preferences
    FROM agents.earlier_event WHERE event_type = 'VersionSetPut'
   ORDER BY stream_id, payload ->> 'name', stream_version DESC
), sets AS (
  SELECT stream_id,
         jsonb_object_agg(name, jsonb_build_object('agent', agent, 'context_graph', graph)) AS pins,
         jsonb_object_agg(name, jsonb_build_object(
           'agent_version_number', agent,
           'context_graph_version_number', graph,
           'llm_model_preferences', coalesce((
             SELECT jsonb_object_agg(p ->> 'interactionName', jsonb_build_object(
                      'llm_name', p ->> 'llmName', 'params', coalesce(p ->> 'paramsJson', '{}')::jsonb))
               FROM jsonb_array_elements(preferences) AS p), '{}'))) AS version_sets
    FROM put GROUP BY stream_id
), service AS (
  SELECT made.*, sets.pins, last.payload AS last_payload,
         (made.payload ->> 'isActive')::boolean IS TRUE AS is_active,
         (SELECT coalesce(jsonb_agg(jsonb_build_object('key', t ->> 'key', 'value', t ->> 'value') ORDER BY number), '[]')
            FROM jsonb_array_elements(coalesce(made.payload -> 'tags', '[]')) WITH ORDINALITY AS tag (t, number)) AS tags,
         coalesce(sets.version_sets, '{}') AS version_sets
    FROM agents.earlier_event AS made
    LEFT JOIN sets USING (stream_id)
    LEFT JOIN LATERAL (
      SELECT e.payload FROM agents.earlier_event AS e
       WHERE e.stream_id = made.stream_id AND e.event_type = 'VersionSetPut' ORDER BY e.stream_version DESC LIMIT 1
    ) AS last ON true
   WHERE made.event_type = 'ServiceCreated'
), body AS (
  SELECT service.*, jsonb_build_object(
           'description', payload ->> 'description', 'is_active', is_active, 'agent_id', payload ->> 'agentId',
           'context_graph_id', payload ->> 'contextGraphId', 'tags', tags,
           'keyterms', coalesce(payload -> 'keyterms', '[]'), 'version_sets', version_sets)::text AS json
    FROM service
)
INSERT INTO agents.definition
  (tenant_id, definition_id, kind, name, held_name, body_address, body_size_bytes, body_json, summary, latest_version,
   latest_summary, is_retired, creator, updated_by, created_at, updated_at)
SELECT tenant_id, definition_id, kind, payload ->> 'name', CASE WHEN is_active THEN payload ->> 'name' END, '',
       octet_length(json), json,
       jsonb_build_object(
         'agent_id', payload ->> 'agentId', 'context_graph_id', payload ->> 'contextGraphId', 'is_active', is_active, 'tags', tags,
         'pins', '{"release": {"agent": null, "context_graph": null}}'::jsonb || coalesce(pins, '{}')),
       0, '{}', false, agents.author_in(payload, 'creator'),
       CASE WHEN last_payload IS NULL THEN agents.author_in(payload, 'creator')
            ELSE agents.author_in(last_payload, 'updatedBy') END,
       agents.instant_in(payload, 'createdAtMs'),
       coalesce(agents.instant_in(last_payload, 'updatedAtMs'), agents.instant_in(payload, 'createdAtMs'))
  FROM body;

DROP VIEW agents.earlier_event;
DROP FUNCTION agents.author_in;
DROP FUNCTION agents.instant_in;
