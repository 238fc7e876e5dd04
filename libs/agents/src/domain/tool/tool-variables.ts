import { DomainError, FieldChecks } from '@svc/errors';

/** A variable of a tool, as somebody sets it. */
export interface ToolVariable {
  readonly name: string;
  readonly value: string;
  /** Null: of an update as it is, of an insert no. */
  readonly isSecret: boolean | null;
}

export interface VariableChanges {
  readonly inserts: readonly ToolVariable[];
  readonly updates: readonly ToolVariable[];
  /** Names. */
  readonly deletes: readonly string[];
}

/** The variables that a tool has. */
export interface VariablesOfTool {
  /** Values by name. */
  readonly plain: Readonly<Record<string, string>>;
  readonly secretNames: ReadonlySet<string>;
}

export interface ChangedVariables {
  /** All that are no secrets. */
  readonly plain: Readonly<Record<string, string>>;
  readonly secrets: { readonly set: Readonly<Record<string, string>>; readonly removed: readonly string[] };
}

const maxVariables = 50;
const maxValueCharacters = 8_192;
const variableName = /^[A-Z_]{1,64}$/;

/** What can be said without the tool. @throws DomainError `validation_failed` */
export function checkVariableChanges({ inserts, updates, deletes }: VariableChanges): void {
  const checks = new FieldChecks();
  const rule = 'must hold 1 to 64 capital letters and underscores';
  const lists = { inserts, updates };
  for (const [list, variables] of Object.entries(lists)) {
    checks.atMost(['body', list], variables, 2 * maxVariables);
    variables.forEach(({ name, value }, at) => {
      checks.pattern(['body', list, at, 'name'], name, variableName, rule);
      checks.text(['body', list, at, 'value'], value, maxValueCharacters);
    });
  }
  checks.atMost(['body', 'deletes'], deletes, 2 * maxVariables);
  deletes.forEach((name, at) => checks.pattern(['body', 'deletes', at], name, variableName, rule));
  const names = [...inserts, ...updates].map(({ name }) => name);
  checks.unique(['body'], [...names, ...deletes]).verify();
}

/** @throws DomainError `conflict`: an inserted name exists; `invalid_request`: one to update or delete does not, or there are too many */
export function changedVariables(present: VariablesOfTool, changes: VariableChanges): ChangedVariables {
  const { inserts, updates, deletes } = changes;
  const exists = (name: string) => Object.hasOwn(present.plain, name) || present.secretNames.has(name);
  const taken = inserts.find(({ name }) => exists(name));
  if (taken) throw new DomainError('conflict', `The tool already has a variable ${taken.name}.`);
  const unknown = [...updates.map(({ name }) => name), ...deletes].find((name) => !exists(name));
  if (unknown !== undefined) throw new DomainError('invalid_request', `The tool has no variable ${unknown}.`);
  const given = [...inserts, ...updates].map(({ isSecret, ...variable }) => {
    return { ...variable, isSecret: isSecret ?? present.secretNames.has(variable.name) };
  });
  const gone = new Set([...deletes, ...given.map(({ name }) => name)]);
  const kept = Object.entries(present.plain).filter(([name]) => !gone.has(name));
  const entriesOf = (isSecret: boolean) =>
    given.filter((one) => one.isSecret === isSecret).map(({ name, value }) => [name, value] as const);
  const set = Object.fromEntries(entriesOf(true));
  const plain = Object.fromEntries([...kept, ...entriesOf(false)]);
  const removed = [...present.secretNames].filter((name) => gone.has(name) && !Object.hasOwn(set, name));
  const secretsLeft = new Set([...present.secretNames, ...Object.keys(set)]).size - removed.length;
  if (Math.max(secretsLeft, Object.keys(plain).length) > maxVariables)
    throw new DomainError('invalid_request', `A tool has at most ${maxVariables} variables of each kind.`);
  return { plain, secrets: { set, removed } };
}
