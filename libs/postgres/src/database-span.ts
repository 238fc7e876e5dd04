import { AttributeName, inTrace } from '@svc/telemetry';

/**
 * A question to the database as a part of the trace that it is asked in, where there is one.
 * @param name of the statement: never its text or its values, which may hold what somebody said
 */
export function inDatabaseSpan<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  const attributes = { [AttributeName.databaseSystem]: 'postgresql', [AttributeName.databaseQuery]: name };
  return inTrace(name, { kind: 'client', attributes }, work);
}
