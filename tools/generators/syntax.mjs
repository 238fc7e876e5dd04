// Finds places in TypeScript sources by what they are, not by how they are written, and changes the text there.
import ts from 'typescript';

/**
 * Text to insert into a source at an offset. All insertions of one source use the same tree.
 * @typedef {{ at: number, text: string }} Insertion
 */

/**
 * @param {import('./draft.mjs').Draft} draft
 * @param {string} file
 * @param {(source: ts.SourceFile) => readonly (Insertion | undefined)[]} changes undefined: nothing to do. Of two at one
 *   place the first one comes first.
 */
export function edit(draft, file, changes) {
  let text = draft.read(file);
  const insertions = changes(draft.parse(file))
    .filter((insertion) => insertion !== undefined)
    .map((insertion, index) => ({ ...insertion, index }))
    .sort((one, other) => other.at - one.at || other.index - one.index);
  for (const { at, text: added } of insertions) text = `${text.slice(0, at)}${added}${text.slice(at)}`;
  draft.write(file, text);
}

/** @returns the first node, in the order of the text, for which `is` is true */
export function find(node, is) {
  if (is(node)) return node;
  return ts.forEachChild(node, (child) => find(child, is));
}

/** `export type <name> = …` */
export const typeAlias = (source, name) =>
  find(source, (node) => ts.isTypeAliasDeclaration(node) && node.name.text === name);

/** The value of the constant `name`. */
export const constant = (source, name) =>
  find(source, (node) => ts.isVariableDeclaration(node) && node.name.getText() === name)?.initializer;

/** The first argument of the first call of `name`: an object literal, or the constant that holds one. */
export function objectGivenTo(source, name) {
  const call = find(
    source,
    (node) => ts.isCallExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === name,
  );
  const [given] = call?.arguments ?? [];
  const argument = given && ts.isIdentifier(given) ? constant(source, given.text) : given;
  return argument && ts.isObjectLiteralExpression(argument) ? argument : undefined;
}

/** The list that is exported as `eventSamples`; where that is made from another one, the first list. */
export function exportedList(source) {
  const lists = source.statements
    .filter((each) => ts.isVariableStatement(each))
    .map((each) => each.declarationList.declarations[0])
    .filter((each) => listOf(each?.initializer));
  return listOf((lists.find((each) => each.name.text === 'eventSamples') ?? lists[0])?.initializer);
}

const listOf = (expression) =>
  expression && ts.isArrayLiteralExpression(expression) ? expression : undefined;

/** An element or a property at the end of a list or an object, which may end with a comma or hold nothing. */
export function append(list, text) {
  const elements = list.elements ?? list.properties;
  const last = elements.at(-1);
  if (!last) return { at: list.getEnd() - 1, text };
  const comma = elements.hasTrailingComma ? '' : ',';
  return { at: elements.hasTrailingComma ? elements.end : last.getEnd(), text: `${comma}\n${text},` };
}

/** Text right behind a node. */
export const insertBehind = (node, text) => ({ at: node.getEnd(), text });

/** Text in front of a node and of the comment over it. */
export const insertBefore = (node, text) => ({ at: node.getFullStart(), text: `\n\n${text}` });

/** A clause at the end of a switch, or a member at the end of a class. */
export const insertAtEnd = (block, text) => ({ at: block.getEnd() - 1, text: `\n${text}\n` });

/**
 * Imports names: by the statement that imports values from the module already, or by a new one.
 * @param {readonly string[]} names `type Name` for what is a type only
 * @returns {Insertion | undefined} undefined where all are imported
 */
export function importNames(source, names, module) {
  const imports = source.statements.filter(ts.isImportDeclaration);
  const clauses = imports
    .filter(({ moduleSpecifier }) => moduleSpecifier.text === module)
    .map(({ importClause }) => importClause)
    .filter((clause) => clause?.namedBindings && ts.isNamedImports(clause.namedBindings));
  const missing = names.filter((name) => !clauses.some((clause) => brings(clause, name)));
  if (missing.length === 0) return undefined;
  const clause = clauses.find(({ isTypeOnly }) => !isTypeOnly);
  if (clause) return insertBehind(clause.namedBindings.elements.at(-1), `, ${missing.join(', ')}`);
  const text = `import { ${missing.join(', ')} } from '${module}';`;
  const next = imports.find(({ moduleSpecifier }) => byDistance(module, moduleSpecifier.text) < 0);
  if (next) return { at: next.getStart(), text: `${text}\n` };
  return imports.length > 0 ? insertBehind(imports.at(-1), `\n${text}`) : { at: 0, text: `${text}\n\n` };
}

/** The order of imports: packages, then what is furthest away. */
export function byDistance(one, other) {
  const stepsUp = (module) => (module.startsWith('.') ? module.split('../').length : 100);
  return stepsUp(other) - stepsUp(one) || (one < other ? -1 : 1);
}

function brings(clause, name) {
  const [isType, plain] = name.startsWith('type ') ? [true, name.slice(5)] : [false, name];
  return clause.namedBindings.elements.some(
    (element) => element.name.text === plain && (isType || !(clause.isTypeOnly || element.isTypeOnly)),
  );
}
