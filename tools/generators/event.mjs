import ts from 'typescript';
import { eventSources } from './event-sources.mjs';
import { requireContextName, requirePascal, spellings } from './names.mjs';
import { appendMessage, eventsFile, fields, parseField, publicOption } from './proto.mjs';
import { camel } from './request-fields.mjs';
import {
  append,
  edit,
  exportedList,
  find,
  importNames,
  insertAtEnd,
  insertBehind,
  objectGivenTo,
  typeAlias,
} from './syntax.mjs';

const domainTypes = { string: 'string', bool: 'boolean', bytes: 'Uint8Array' };
const sampleValues = {
  string: "'text'",
  bool: 'true',
  int32: '1',
  int64: '1',
  double: '1.5',
  bytes: 'Buffer.from([1])',
};
/** The same as they are stored. */
const storedValues = { string: 'text', bool: true, int32: 1, int64: 1, double: 1.5, bytes: 'AQ==' };

/**
 * An event of an aggregate in all places that know the events: contract, domain, storage, samples. It compiles and its
 * tests pass; the author adds what decides it and what it changes.
 */
export function generateEvent(draft, [contextName, aggregateName, eventName, ...rest]) {
  const context = requireContextName(contextName);
  const aggregate = spellings(requirePascal(aggregateName, 'the aggregate'));
  const name = requirePascal(eventName, 'the event');
  const isPrivate = rest.includes('--private');
  const specifications = rest.filter((argument) => argument !== '--private');
  const event = { context, aggregate, name, isPrivate, fields: specifications.map(toField) };
  const files = eventSources(draft, context, aggregate);

  appendMessage(
    draft,
    eventsFile(context),
    `Stream ${aggregate.snake}/<${aggregate.snake}_id>. ${isPrivate ? 'Private' : 'Public'}.`,
    name,
    [...(isPrivate ? [] : [publicOption]), ...fields(specifications)],
  );
  edit(draft, files.union, (source) => [
    importNames(source, ['type DomainEvent'], '@svc/kernel'),
    memberOf(source, event),
  ]);
  const evolves = addClause(draft, files.evolve, event);
  edit(draft, files.types, (source) => typeInsertions(source, event));
  edit(draft, files.samples, (source) => [sampleOf(source, event)]);
  if (!isPrivate)
    draft.write(`proto/svc/${context}/v1/samples/${name}.json`, JSON.stringify(publishedSamples(event)));
  if (files.histories)
    draft.write(`${files.histories}/${spellings(name).kebab}.json`, JSON.stringify(historyOf(event)));
  return told(event, files, evolves);
}

function toField(specification) {
  const { name, type, isOptional, isPersonal } = parseField(specification);
  return { key: camel(name), type, isOptional, isPersonal };
}

/** A member of the union of the aggregate's events. An absent value is null there, never a missing key. */
function memberOf(source, { aggregate, name, fields: all }) {
  const typeOf = ({ type, isOptional }) => `${domainTypes[type] ?? 'number'}${isOptional ? ' | null' : ''}`;
  const data =
    all.length === 0
      ? 'Readonly<Record<never, never>>'
      : `{ ${all.map((field) => `readonly ${field.key}: ${typeOf(field)};`).join(' ')} }`;
  return insertBehind(
    typeAlias(source, `${aggregate.pascal}Event`).type,
    ` | DomainEvent<'${name}', ${data}>`,
  );
}

/** @returns {boolean} false where `evolve` can't leave an event aside: the compiler then says what it needs */
function addClause(draft, file, event) {
  const insertion = clauseOf(draft.parse(file), event);
  if (insertion) edit(draft, file, () => [insertion]);
  return insertion !== undefined;
}

/** In the switch over the events of the aggregate, which may be in a function that `evolve` calls; else first in `evolve`. */
function clauseOf(source, { name, aggregate }) {
  let found;
  const takesEvent = ({ type }) => type?.getText().includes(`${aggregate.pascal}Event`);
  find(source, (node) => {
    if (!ts.isFunctionDeclaration(node) && !ts.isMethodDeclaration(node)) return false;
    if (node.name.getText() !== 'evolve' && !node.parameters.some(takesEvent)) return false;
    const [state, event] = node.parameters.map((parameter) => parameter.name.getText());
    const overType = (inner) =>
      ts.isSwitchStatement(inner) && [`${event}.type`, 'type'].includes(inner.expression.getText());
    const clauses = find(node, overType)?.caseBlock;
    if (clauses) found = insertAtEnd(clauses, `case '${name}': return ${state};`);
    const type = /^\w+$/.test(event) ? `${event}.type` : /\btype\b(?!:)/.exec(event)?.[0];
    if (!clauses && type && node.name.getText() === 'evolve')
      found = { at: node.body.getStart() + 1, text: `\nif (${type} === '${name}') return ${state};` };
    return clauses !== undefined;
  });
  return found;
}

function typeInsertions(source, { context, name, isPrivate, fields: all }) {
  // An event holds bytes as any Uint8Array, a message as a Buffer.
  const bytes = all.filter(({ type }) => type === 'bytes');
  const mapping =
    bytes.length === 0
      ? ''
      : `toProto: (data) => ({ ...data, ${bytes.map(bufferOf).join(', ')} }), fromProto: (message) => message,`;
  const isPersonal = all.some((field) => field.isPersonal);
  const personal = isPersonal ? `personalFields: personalFields['svc.${context}.v1.${name}'],` : '';
  const visibility = isPrivate ? 'private' : 'public';
  const entry = `${name}: storedEvent({ codec: ${name}, visibility: '${visibility}', ${personal} ${mapping} })`;
  return [
    append(objectGivenTo(source, 'defineEventTypes'), entry),
    importNames(source, [name], `@svc/contracts/${context}`),
    importNames(source, ['storedEvent'], '@svc/event-store'),
    isPersonal ? importNames(source, ['personalFields'], '@svc/contracts/personal-fields') : undefined,
  ];
}

const bufferOf = ({ key, isOptional }) =>
  `${key}: ${isOptional ? `data.${key} && ` : ''}Buffer.from(data.${key})`;

/** Once with everything, and once without what may be absent. Some contexts also pin how each is stored. */
function sampleOf(source, { name, fields: all }) {
  const list = exportedList(source);
  const isPinned = list.elements.some((element) => ts.isArrayLiteralExpression(element));
  const hasOptional = all.some(({ isOptional }) => isOptional);
  const sample = (isThere) => {
    const data = all.map((field) => `${field.key}: ${isThere(field) ? sampleValues[field.type] : 'null'}`);
    const event = `{ type: '${name}', data: { ${data.join(', ')} } }`;
    return isPinned ? `[${event}, '${JSON.stringify(storedAs(all))}']` : event;
  };
  const whole = sample(() => true);
  // Where the stored form is pinned, each type is listed once.
  const both = hasOptional && !isPinned ? `${whole},\n${sample(({ isOptional }) => !isOptional)}` : whole;
  return append(list, both);
}

/** In the order of canonical JSON. */
function storedAs(all) {
  const sorted = all.toSorted((one, other) => (one.key < other.key ? -1 : 1));
  return Object.fromEntries(sorted.map(({ key, type }) => [key, storedValues[type]]));
}

/** What this release stores, for the tests of later ones. */
const historyOf = ({ name, fields: all }) => [{ type: name, schemaVersion: 1, payload: storedAs(all) }];

/** What this release publishes, for the tests of its consumers and of later releases. */
const publishedSamples = ({ aggregate, fields: all }) => [
  {
    tenantId: 'org:demo',
    streamId: `org:demo/${aggregate.snake}/1`,
    subject: null,
    schemaVersion: 1,
    payload: storedAs(all),
  },
];

function told({ name, context, aggregate, fields: all }, files, evolves) {
  const steps = [
    `${eventsFile(context)}: say in a comment what happened. Then: npm run codegen`,
    'docs/privacy.md: each field that can hold text, how it is kept and why.',
    `${files.decider}: the command that makes it, in decide. First a test: given / when / then.`,
    evolves
      ? `${files.evolve}: what it changes; evolve leaves the state as it is.`
      : `${files.evolve}: what it changes; its evolve looks at no event by itself yet.`,
    ...(files.shape ? [`${files.shape}: each new key of the state, for the snapshots.`] : []),
    ...(files.rows ? [`${files.rows}: the columns that change with it. The rebuild test proves them.`] : []),
    `${files.types}: how it is stored. A test beside it may pin what is private or personal.`,
    `${files.samples}: what its values look like, and as others get it beside the contract${files.histories ? `; and in ${files.histories}.` : '.'}`,
  ];
  const unmarked = all.some(({ isPersonal }) => isPersonal)
    ? []
    : [
        'No field is marked :personal: mark what says who a person is or what they said, before anything is stored.',
      ];
  return [...steps.map((step, index) => `${index + 1}. ${step}`), ...unmarked];
}
