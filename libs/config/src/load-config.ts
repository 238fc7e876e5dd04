import type { z } from 'zod';

/** The environment, as in `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>;

export interface ConfigProblem {
  readonly key: string;
  /** What is wrong with the key and what it must be. Never the value: it may be a secret. */
  readonly message: string;
}

/** The configuration is invalid. The message has one line for each wrong key. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';

  constructor(readonly problems: readonly ConfigProblem[]) {
    const lines = problems.map(({ key, message }) => `  ${key} ${message}`);
    super(['The configuration is not valid:', ...lines].join('\n'));
  }
}

/**
 * Reads a typed configuration from the environment. The keys of the schema are the variables' names. It is non-strict,
 * since the environment always has other variables too; a `transform` may follow. An empty variable counts as unset,
 * since an unset value in a compose file or a chart becomes empty; a list that may be empty takes it as no items.
 * @throws ConfigError
 */
export function loadConfig<Config>(schema: z.ZodType<Config>, environment: Environment): Config {
  const refused = new Set(schema.safeParse(environment).error?.issues.map(({ path: [key] }) => key));
  const given = Object.fromEntries(
    Object.entries(environment).filter(
      ([key, value]) => value !== undefined && (value.trim() !== '' || !refused.has(key)),
    ),
  );
  const result = schema.safeParse(given);
  if (result.success) return result.data;
  throw new ConfigError(problemsOf(result.error.issues, given));
}

function problemsOf(
  issues: readonly z.core.$ZodIssue[],
  given: Readonly<Record<string, unknown>>,
): ConfigProblem[] {
  const messages = new Map<string, string>();
  for (const issue of issues) {
    const key = String(issue.path[0] ?? '');
    // Only the first problem of a key: others often follow from it.
    if (messages.has(key)) continue;
    messages.set(key, key in given || key === '' ? issue.message : `is not set: it ${issue.message}`);
  }
  return [...messages].map(([key, message]) => ({ key, message }));
}
