// Which consumer takes which public event, read from the sources, so that no service has to run.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { root, workspacePackages } from '../workspace/packages.mjs';
import { contractDescriptors } from './buf.mjs';
import { publicEventTypes } from './public-events.mjs';

const contractsModule = '@svc/contracts/public-events';
/** How a method takes its events, by its decorator. */
const ways = { On: 'projection', OnBatch: 'projection', ReactTo: 'reaction' };

/**
 * @typedef {{ source: string, type: string, consumer: string, way: 'projection' | 'reaction' | 'tail', file: string, scope?: string }} Consumption
 * file: where it is declared; scope: `identity` for each of its libs, else the package's folder
 * @param {ReadonlyMap<string, readonly string[]>} published context -> its public event types
 * @returns {readonly Consumption[]} for each consumer each type that it takes
 * @throws Error for a public event that is named outside of an EventController and of a tail: the page would not show it
 */
export function eventConsumptions(published = publicEventTypes(contractDescriptors())) {
  const found = sourcesThatNameEvents((file) => !isTest(file)).flatMap(({ scope, file, text }) =>
    consumptionsIn(text, { file, context: contextOf(scope), published }).map((one) => ({ ...one, scope })),
  );
  return [
    ...new Map(found.map((one) => [`${one.consumer} ${one.source}.${one.type}`, one])).values(),
  ].toSorted((one, other) => (one.consumer < other.consumer ? -1 : 1));
}

/**
 * The same of one file.
 * @param {string} text
 * @param {{ file: string, context: string, published: ReadonlyMap<string, readonly string[]> }} about context: the package's
 */
export function consumptionsIn(text, { file, context, published }) {
  const source = parse(file, text);
  const tail = tailOf(source);
  return eventReferences(source, published).flatMap(({ node, source: owner, types }) => {
    const method = methodAround(node);
    const by = method ?? (tail && { consumer: tail, way: 'tail' });
    // Tells apart what a controller has taken.
    if (!by && isArgumentOf(node, 'isEventOf')) return [];
    if (!by) throw new Error(`${file} takes ${owner}.${types[0]} in no EventController and no tail.`);
    const consumer = method ? `${context}.${method.consumer}` : tail;
    return types.map((type) => ({ source: owner, type, consumer, way: by.way, file }));
  });
}

/**
 * The types of the recorded samples that the tests of each scope use, by `samplesOf(identityEvents.UserDeleted)`.
 * @returns {ReadonlySet<string>} `conversations identity.UserDeleted`
 */
export function sampledTypes(published = publicEventTypes(contractDescriptors())) {
  const sampled = sourcesThatNameEvents(isTest).flatMap(({ scope, file, text }) =>
    eventReferences(parse(file, text), published)
      .filter(({ node }) => isArgumentOf(node, 'samplesOf'))
      .flatMap(({ source, types }) => types.map((type) => `${scope} ${source}.${type}`)),
  );
  return new Set(sampled);
}

/** What a shared library declares, each context has that takes it up. */
function contextOf(scope) {
  return existsSync(path.join(root, `proto/svc/${scope}`)) ? scope : '<context>';
}

function scopeOf({ folder, manifest }) {
  const scope = manifest.nx.tags.find((tag) => tag.startsWith('scope:'))?.slice('scope:'.length);
  return scope === 'shared' ? path.relative(root, folder) : scope;
}

const isTest = (file) => file.endsWith('.spec.ts') || /\/test\//.test(file);

function sourcesThatNameEvents(isWanted) {
  return workspacePackages().flatMap(({ folder, manifest }) =>
    ['src', 'test'].flatMap((part) =>
      filesBelow(path.join(folder, part))
        .filter((file) => file.endsWith('.ts') && isWanted(file))
        .map((file) => ({
          scope: scopeOf({ folder, manifest }),
          file: path.relative(root, file),
          text: readFileSync(file, 'utf8'),
        }))
        .filter(({ text }) => text.includes(contractsModule)),
    ),
  );
}

function filesBelow(folder) {
  try {
    return readdirSync(folder, { recursive: true }).map((name) => path.join(folder, name));
  } catch (failure) {
    if (failure.code === 'ENOENT') return [];
    throw failure;
  }
}

const parse = (file, text) => ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);

/** Each place where events of a context are named: one, or as a whole. */
function eventReferences(source, published) {
  const found = [];
  const visit = (node) => {
    if (ts.isImportDeclaration(node)) return;
    const owner = ts.isIdentifier(node) ? ownerOf(node.text, published) : undefined;
    if (owner) found.push(...referencesAt(node, owner, published));
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** `identityEvents` -> `identity` */
function ownerOf(name, published) {
  const context = name.endsWith('Events') ? name.slice(0, -'Events'.length) : undefined;
  return published.has(context) ? context : undefined;
}

function referencesAt(node, owner, published) {
  const access = ts.isPropertyAccessExpression(node.parent) ? node.parent : undefined;
  if (!access) return [{ node, source: owner, types: published.get(owner) }];
  // Only the name of a context is no event.
  if (ts.isPropertyAccessExpression(access.parent) && access.parent.name.text === 'source') return [];
  return [{ node: access, source: owner, types: [access.name.text] }];
}

/** The decorated method of an EventController, that a node of its decorator belongs to. */
function methodAround(node) {
  const decorator = above(node, ts.isDecorator);
  const way = decorator && ways[calledBy(decorator.expression)];
  const controller = way && above(decorator, ts.isClassDeclaration);
  const named =
    controller &&
    decoratorsOf(controller).find(({ expression }) => calledBy(expression) === 'EventController');
  const [name] = named?.expression.arguments ?? [];
  return name && ts.isStringLiteral(name) ? { consumer: name.text, way } : undefined;
}

/** What a file that follows events by a tail calls its subscriber: 'gateway.accesses', or `${context}.keys`. */
function tailOf(source) {
  let found;
  const visit = (node) => {
    if (ts.isPropertyAssignment(node) && node.name.getText() === 'subscriber') found ??= node.initializer;
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found
    ?.getText()
    .slice(1, -1)
    .replaceAll(/\$\{(\w+)\}/g, '<$1>');
}

const decoratorsOf = (node) => ts.getDecorators(node) ?? [];
const calledBy = (expression) =>
  ts.isCallExpression(expression) ? expression.expression.getText() : undefined;
const isArgumentOf = (node, name) => {
  const call = above(node, ts.isCallExpression);
  return call !== undefined && calledBy(call) === name;
};

function above(node, isWanted) {
  for (let at = node.parent; at; at = at.parent) if (isWanted(at)) return at;
  return undefined;
}
