// Finds places in TypeScript sources by what they are, not by how they are written, and inserts text there.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { root } from './lay-down.mjs';

/** @param {string} file from the root */
export function parse(file) {
  const text = readFileSync(path.join(root, file), 'utf8');
  return ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
}

/** @returns the first node, in the order of the text, of which `is` says so */
export function find(node, is) {
  if (is(node)) return node;
  return ts.forEachChild(node, (child) => find(child, is));
}

/** `export type <name> = …` */
export const typeAlias = (source, name) =>
  find(source, (node) => ts.isTypeAliasDeclaration(node) && node.name.text === name);

/** The first argument of the first call of `name`, an object literal. */
export function objectGivenTo(source, name) {
  const call = find(
    source,
    (node) => ts.isCallExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === name,
  );
  const [argument] = call?.arguments ?? [];
  return argument && ts.isObjectLiteralExpression(argument) ? argument : undefined;
}

/** The list of the first exported constant that is one. */
export function exportedList(source) {
  const statement = source.statements.find(
    (each) => ts.isVariableStatement(each) && listOf(each.declarationList.declarations[0]?.initializer),
  );
  return statement && listOf(statement.declarationList.declarations[0].initializer);
}

const listOf = (expression) =>
  expression && ts.isArrayLiteralExpression(expression) ? expression : undefined;

/** The switch over `….type` in the function or method `name`, with the name of that function's first parameter. */
export function switchOverTypes(source, name) {
  const outer = find(
    source,
    (node) =>
      (ts.isFunctionDeclaration(node) || ts.isMethodDeclaration(node)) && node.name?.getText() === name,
  );
  const found =
    outer &&
    find(
      outer,
      (node) =>
        ts.isSwitchStatement(node) &&
        ts.isPropertyAccessExpression(node.expression) &&
        node.expression.name.text === 'type',
    );
  return found && { clauses: found.caseBlock, parameter: outer.parameters[0]?.name.getText() ?? 'state' };
}

/** Text before the bracket that closes a list or an object, which may end with a comma or hold nothing. */
export function appendTo(list, text) {
  const source = list.getSourceFile().text;
  const elements = list.elements ?? list.properties;
  const needsComma = elements.length > 0 && !elements.hasTrailingComma;
  const end = list.getEnd() - 1;
  return `${source.slice(0, end).trimEnd()}${needsComma ? ',' : ''}\n${text},\n${source.slice(end)}`;
}

/** Text right behind a node. */
export function insertBehind(node, text) {
  const source = node.getSourceFile().text;
  return `${source.slice(0, node.getEnd())}${text}${source.slice(node.getEnd())}`;
}

/** A clause at the end of a switch. */
export function appendClause(clauses, text) {
  const source = clauses.getSourceFile().text;
  const end = clauses.getEnd() - 1;
  return `${source.slice(0, end).trimEnd()}\n${text}\n${source.slice(end)}`;
}
