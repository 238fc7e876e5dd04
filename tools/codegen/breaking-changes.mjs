import { uncovered } from './schema-coverage.mjs';

/**
 * What of a published document a new one takes away from those who built on it: they must be able to send what they sent, and
 * get what they know how to read.
 * @param {object} published @param {object} changed OpenAPI 3.1 documents as `openApiDocument` writes them
 * @returns {string[]} one line for each; empty when the change is additive
 */
export function breakingChanges(published, changed) {
  const documents = { published, changed };
  return Object.entries(published.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) => {
      const name = `${method.toUpperCase()} ${path}`;
      const now = changed.paths[path]?.[method];
      if (!now) return [`${name}: is gone`];
      return [
        ...changedName(operation, now),
        ...changedSecurity(operation, now),
        ...changedParameters(operation, now, documents),
        ...changedBody(operation, now, documents),
        ...changedAnswers(operation, now, documents),
      ].map((fault) => `${name}: ${fault}`);
    }),
  );
}

function changedName({ operationId }, now) {
  return operationId === now.operationId ? [] : [`was ${operationId}, is ${now.operationId}`];
}

function changedSecurity({ security }, now) {
  const nowTaken = now.security.map((scheme) => Object.keys(scheme).join());
  const without = nowTaken.length === 0 || nowTaken.includes('');
  if (security.length === 0) return without ? [] : ['needs a credential'];
  return security
    .map((scheme) => Object.keys(scheme).join())
    .filter((scheme) => nowTaken.length > 0 && !nowTaken.includes(scheme))
    .map((scheme) => (scheme === '' ? 'needs a credential' : `takes no ${scheme} credential`));
}

function changedParameters({ parameters }, now, documents) {
  const nameOf = (parameter) => `${parameter.in} ${parameter.name}`;
  const then = new Map(parameters.map((parameter) => [nameOf(parameter), parameter]));
  const left = new Set(now.parameters.map(nameOf));
  return [
    ...[...then.keys()].filter((name) => !left.has(name)).map((name) => `${name}: is not known`),
    ...now.parameters.flatMap((parameter) => {
      const name = nameOf(parameter);
      const before = then.get(name);
      const isDemanded = parameter.required && !before?.required ? [`${name}: may be missing`] : [];
      return [...isDemanded, ...(before ? sent(before.schema, parameter.schema, name, documents) : [])];
    }),
  ];
}

function changedBody({ requestBody }, now, documents) {
  if (!requestBody) return now.requestBody?.required ? ['the body: may be missing'] : [];
  return Object.entries(requestBody.content).flatMap(([mediaType, { schema }]) => {
    const taken = now.requestBody?.content[mediaType];
    return taken
      ? sent(schema, taken.schema, 'the body', documents)
      : [`the body: ${mediaType} is not taken`];
  });
}

/** Errors may come and go: clients branch on codes and must accept unknown ones. */
function changedAnswers({ responses }, now, documents) {
  const successes = Object.entries(responses).filter(([status]) => status.startsWith('2'));
  return successes.flatMap(([status, { content = {} }]) => {
    const answer = now.responses[status];
    if (!answer) return [`does not answer ${status}`];
    return Object.entries(content).flatMap(([mediaType, { schema }]) => {
      const given = answer.content?.[mediaType];
      return given
        ? received(schema, given.schema, 'the answer', documents)
        : [`the answer: is not ${mediaType}`];
    });
  });
}

/** What was sent is still taken. */
function sent(before, after, place, { published, changed }) {
  return uncovered(after, before, place, {
    wideOf: following(changed),
    narrowOf: following(published),
    dropsUnknown: true,
  });
}

/** Each response must have been possible before. */
function received(before, after, place, { published, changed }) {
  return uncovered(before, after, place, {
    wideOf: following(published),
    narrowOf: following(changed),
    dropsUnknown: false,
  });
}

/** References are to components of the document: `#/components/schemas/Error`. */
function following(document) {
  return ({ $ref, ...schema }) =>
    $ref === undefined
      ? schema
      : $ref
          .split('/')
          .slice(1)
          .reduce((part, key) => part[key], document);
}
