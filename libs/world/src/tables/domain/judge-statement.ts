import { DomainError, validationError } from '@svc/errors';
import {
  allowedFunctions,
  allowedTypes,
  allowedValueWords,
  functionsOfGrammar,
  functionsOfSurroundings,
} from './allowed-functions.js';
import { allowedKeys } from './allowed-syntax.js';

/** A node of PostgreSQL's own parse tree, as JSON. */
type Node = Readonly<Record<string, unknown>>;

export interface Judgement {
  /** The workspace's own schema, the only one that a statement may name. */
  readonly schema: string;
  /** Where the text came from, for the error: `sql`, `sql_template`. */
  readonly field: string;
  /** No more than SELECT. */
  readonly readsOnly: boolean;
  /** How many `$n` there are values for. */
  readonly parameters: number;
}

const writingKinds = ['InsertStmt', 'UpdateStmt', 'DeleteStmt'] as const;

/**
 * Judges what PostgreSQL's own parser made of a text. What is not on a list is refused, so a syntax of tomorrow is too.
 * The database role of the workspace is the second wall.
 * @throws DomainError `validation_failed` for a statement that may not be; `invalid_request` for a function that may not be called
 */
export function judgeStatement(tree: unknown, judgement: Judgement): void {
  const statements = (tree as { readonly stmts?: readonly unknown[] }).stmts ?? [];
  const [only] = statements;
  if (statements.length !== 1) throw refused(judgement, 'must be exactly one statement');
  const statement = asNode(asNode(only)['stmt']);
  const [kind = ''] = Object.keys(statement);
  const mayWrite = !judgement.readsOnly && (writingKinds as readonly string[]).includes(kind);
  if (kind !== 'SelectStmt' && !mayWrite)
    throw refused(
      judgement,
      judgement.readsOnly ? 'must be a SELECT' : 'must be a SELECT, INSERT, UPDATE or DELETE',
    );
  walk(statement, judgement);
}

function walk(value: unknown, judgement: Judgement): void {
  if (Array.isArray(value)) {
    for (const item of value) walk(item, judgement);
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  for (const [key, child] of Object.entries(value)) {
    if (!allowedKeys.has(key)) throw refused(judgement, `must not use ${wordsOf(key)}`);
    if (judgement.readsOnly && (writingKinds as readonly string[]).includes(key))
      throw refused(judgement, 'must not write: it is a SELECT alone');
    judges[key]?.(child, judgement);
    walk(child, judgement);
  }
}

type Judge = (node: unknown, judgement: Judgement) => void;

const judges: Readonly<Record<string, Judge>> = {
  RangeVar: judgeRelation,
  relation: (node, judgement) => {
    if (Object.hasOwn(asNode(node), 'relname')) judgeRelation(node, judgement);
  },
  FuncCall: judgeCall,
  TypeName: judgeType,
  typeName: judgeType,
  ColumnRef: judgeColumn,
  A_Indirection: (node, judgement) => judgeAttribute(namesIn(asNode(node)['indirection']), judgement),
  SQLValueFunction: (node, judgement) => {
    if (!allowedValueWords.has(textOf(asNode(node)['op'])))
      throw refused(judgement, 'must not ask who is signed in, or where');
  },
  A_Expr: (node, judgement) => judgeOperator(asNode(node)['name'], judgement),
  SubLink: (node, judgement) => judgeOperator(asNode(node)['operName'], judgement),
  ParamRef: (node, judgement) => {
    const { number = 0 } = asNode(node) as { readonly number?: number };
    if (number < 1 || number > judgement.parameters)
      throw refused(judgement, 'must not use $n: there are no values for it');
  },
};

function judgeRelation(node: unknown, judgement: Judgement): void {
  const { catalogname, schemaname, relname = '' } = asNode(node) as Readonly<Record<string, string>>;
  const isForeign = schemaname !== undefined && schemaname !== judgement.schema;
  if (catalogname !== undefined || isForeign || relname.startsWith('pg_'))
    throw refused(judgement, 'must name tables of this workspace alone');
}

/** Longer names would be of another schema, or another database. */
function judgeColumn(node: unknown, judgement: Judgement): void {
  const names = namesIn(asNode(node)['fields']);
  if (names.length > 3 || (names.length === 3 && names[0] !== judgement.schema))
    throw refused(judgement, 'must name columns of tables of this workspace alone');
  judgeAttribute(names.slice(1), judgement);
}

/** `value.name` is a call where no column has that name. */
function judgeAttribute(names: readonly string[], judgement: Judgement): void {
  if (names.some((name) => functionsOfSurroundings.test(name)))
    throw refused(judgement, 'must not put a value before the name of a function');
}

function judgeCall(node: unknown, judgement: Judgement): void {
  const names = namesIn(asNode(node)['funcname']);
  const [name = ''] = names.slice(-1);
  const isAllowed =
    names.length === 1
      ? allowedFunctions.has(name)
      : names.length === 2 && names[0] === 'pg_catalog' && functionsOfGrammar.has(name);
  if (isAllowed) return;
  if (names.length > 1) throw refused(judgement, 'must not name a schema before a function');
  const shown = /^[a-z][a-z0-9_]{0,62}$/.test(name) ? `The function ${name}` : 'This function';
  throw new DomainError('invalid_request', `${shown} may not be called here.`);
}

function judgeType(node: unknown, judgement: Judgement): void {
  const names = namesIn(asNode(node)['names']);
  const [name = ''] = names.slice(-1);
  const isOwn = names.length === 1 || (names.length === 2 && names[0] === 'pg_catalog');
  if (!isOwn || !allowedTypes.has(name))
    throw refused(judgement, 'must not cast to a type that columns can have nothing of');
}

function judgeOperator(name: unknown, judgement: Judgement): void {
  if (namesIn(name).length > 1) throw refused(judgement, 'must not name a schema before an operator');
}

function namesIn(list: unknown): readonly string[] {
  if (!Array.isArray(list)) return [];
  return list.flatMap((item) => {
    const { sval } = asNode(asNode(item)['String']);
    return typeof sval === 'string' ? [sval] : [];
  });
}

function asNode(value: unknown): Node {
  return typeof value === 'object' && value !== null ? (value as Node) : {};
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function refused({ field }: Judgement, msg: string): DomainError {
  return validationError([{ loc: ['body', field], msg, type: 'statement_refused' }]);
}

/** `lockingClause`: "locking clause". */
function wordsOf(key: string): string {
  return key
    .replace(/^A_/, '')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/_/g, ' ')
    .toLowerCase();
}
