/**
 * What a fuzz knows of what it talks to.
 * @typedef {object} Subjects
 * @property {Record<string, string>} [headers] sent with each request
 * @property {Record<string, string>} [fixed] `path.org` → the value that every request has
 * @property {Record<string, string[]>} [known] name of a parameter or a key of a body → values of it that exist
 */
/** @typedef {Subjects & { ids: string[] }} Operations where others are needed, by their `operationId` */

/** How often a value is one that exists: a request with a made-up id is refused before it gets far. */
const probability = 0.8;

/** The checks of each response: no 5xx, and only what the document declares. */
const checks = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_headers_conformance',
  'response_schema_conformance',
];

/**
 * The configuration of Schemathesis.
 * @param {Subjects & { operations: Operations[] }} subjects
 * @returns {string} TOML. It holds credentials
 */
export function configurationOf({ operations, ...ofAll }) {
  const scopes = [ofAll, ...operations].map((subjects, at) => ({ known: {}, ...subjects, at }));
  return [
    ...scopes.flatMap(({ known, at }) =>
      Object.entries(known).map(([name, values]) =>
        table(`dictionaries.${text(dictionaryOf(name, at))}`, { values: JSON.stringify(values) }),
      ),
    ),
    table('checks', { enabled: 'false' }),
    ...checks.map((check) => table(`checks.${check}`, { enabled: 'true' })),
    ...scopes.map((scope) =>
      [
        ...(scope.ids ? [`[[operations]]\ninclude-operation-id = ${JSON.stringify(scope.ids)}\n`] : []),
        table(scope.ids ? 'operations.headers' : 'headers', mapped(scope.headers ?? {}, text)),
        table(scope.ids ? 'operations.parameters' : 'parameters', parametersOf(scope)),
      ].join(''),
    ),
  ].join('\n');
}

function parametersOf({ fixed = {}, known, at }) {
  const bound = Object.keys(known).flatMap((name) => {
    const value = `{ dictionary = ${text(dictionaryOf(name, at))}, probability = ${probability.toFixed(1)} }`;
    return placesOf(name).map((place) => [place, value]);
  });
  return { ...Object.fromEntries(bound), ...mapped(fixed, text) };
}

const dictionaryOf = (name, scope) => `${name} ${scope}`;

function placesOf(name) {
  return ['path', 'query', 'header', 'body'].map((place) => `${place}.${name}`);
}

function table(name, entries) {
  const lines = Object.entries(entries).map(([key, value]) => `${text(key)} = ${value}\n`);
  return `[${name}]\n${lines.join('')}`;
}

const mapped = (entries, change) =>
  Object.fromEntries(Object.entries(entries).map(([key, value]) => [key, change(value)]));

/** JSON's text is a basic string of TOML. */
const text = (value) => JSON.stringify(value);
