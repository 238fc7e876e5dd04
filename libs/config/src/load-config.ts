import type { z } from 'zod';

/** The environment as `process.env` gives it. */
export type Environment = Readonly<Record<string, string | undefined>>;

export interface ConfigProblem {
  readonly key: string;
  /** What is wrong with the key and what it must be. Never the value: it may be a secret. */
  readonly message: string;
}

/** The configuration can't be used. The message has one line for each wrong key. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';

  constructor(readonly problems: readonly ConfigProblem[]) {
    const lines = problems.map(({ key, message }) => `  ${key} ${message}`);
    super(['The configuration is not valid:', ...lines].join('\n'));
  }
}

/**
 * Reads a typed configuration from the environment. The schema is an object whose keys are the variables' names
 * (non-strict: the environment always holds other variables too), if wanted followed by a `transform`.
 * An empty variable counts as not set, since that is what an unset value in a compose file or a chart becomes.
 * @throws ConfigError
 */
export function loadConfig<Config>(schema: z.ZodType<Config>, environment: Environment): Config {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value.trim() !== ''),
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
    // The first problem of a key is the one to mend; others often follow from it.
    if (messages.has(key)) continue;
    messages.set(key, key in given || key === '' ? issue.message : `is not set: it ${issue.message}`);
  }
  return [...messages].map(([key, message]) => ({ key, message }));
}
