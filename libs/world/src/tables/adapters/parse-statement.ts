import { validationError } from '@svc/errors';
import { isStorableText } from '@svc/kernel';
import { hasSqlDetails, loadModule, parseSync, scanSync, type ScanToken } from 'libpg-query';

/**
 * Bounds of what PostgreSQL's parser is given. It is recursive, in this process: a text that nests or chains more than its
 * stack holds would damage it. Its stack holds about 6,000 of either.
 */
const maxOperators = 1_000;
const maxNesting = 100;

/** Loads the parser, which is WebAssembly. Once is enough. */
export function loadParser(): Promise<void> {
  return loadModule();
}

/**
 * What PostgreSQL itself would understand of a text.
 * @param field where it came from, for the error
 * @returns its parse tree
 * @throws DomainError `validation_failed` when it is no SQL, or too deep
 */
export function parseStatement(sql: string, field: string): unknown {
  checkDepth(tokensOf(sql, field), field);
  try {
    return parseSync(sql);
  } catch (error) {
    if (hasSqlDetails(error)) throw noSql(field, error.message);
    throw noSql(field, 'can not be read as SQL');
  }
}

/** @throws DomainError `validation_failed` for a text that ends within a string or a comment */
export function tokensOf(sql: string, field: string): readonly ScanToken[] {
  if (!isStorableText(sql)) throw noSql(field, 'must not hold U+0000 or lone surrogates');
  if (sql.trim() === '') throw noSql(field, 'must be exactly one statement');
  try {
    return scanSync(sql).tokens;
  } catch {
    throw noSql(field, 'can not be read as SQL: a string, name or comment does not end');
  }
}

function checkDepth(tokens: readonly ScanToken[], field: string): void {
  let operators = 0;
  let nesting = 0;
  for (const { text, tokenName } of tokens) {
    if (text === '(' || text === '[') nesting += 1;
    else if (text === ')' || text === ']') nesting -= 1;
    else if (isChaining(text, tokenName)) operators += 1;
    if (nesting > maxNesting) throw noSql(field, `must not nest more than ${maxNesting} brackets`);
  }
  if (operators > maxOperators)
    throw noSql(field, `must not hold more than ${maxOperators} operators and keywords together`);
}

const flat = new Set([',', ';', 'null', 'true', 'false', 'default']);

/** Values, names and what stands between them in a list do not deepen a tree. */
function isChaining(text: string, tokenName: string): boolean {
  if (['IDENT', 'ICONST', 'FCONST', 'SCONST', 'PARAM', 'SQL_COMMENT', 'C_COMMENT'].includes(tokenName))
    return false;
  return !flat.has(text.toLowerCase());
}

function noSql(field: string, msg: string) {
  return validationError([{ loc: ['body', field], msg: msg.slice(0, 300), type: 'sql_syntax' }]);
}
