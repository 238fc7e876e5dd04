import { AttributeName, inTrace } from '@svc/telemetry';

/**
 * Runs a query in a span of the current trace, if there is one.
 * @param name of the statement: never its text or its values, which may hold personal data
 */
export function inDatabaseSpan<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  const attributes = { [AttributeName.databaseSystem]: 'postgresql', [AttributeName.databaseQuery]: name };
  return inTrace(name, { kind: 'client', attributes }, work);
}
