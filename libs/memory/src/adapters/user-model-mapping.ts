import type {
  Statement as StatementProto,
  UserModelEntry as UserModelEntryProto,
} from '@svc/contracts/memory';
import type { OfMessage } from '@svc/kernel';
import type { Statement, UserModelEntry } from '../domain/user-model/user-model.js';

/** Contracts hold the statement of an entry as a separate message. */
export function entryToProto({
  key,
  dimensions,
  history,
  ...statement
}: UserModelEntry): OfMessage<UserModelEntryProto> {
  return {
    key,
    statement,
    dimensions,
    history: history.map(({ supersededAtMs, ...superseded }) => ({ statement: superseded, supersededAtMs })),
  };
}

/** The words of an erased person are empty. */
export function entryFromProto({
  statement,
  history,
  ...entry
}: OfMessage<UserModelEntryProto>): UserModelEntry {
  return {
    ...stated(statement),
    ...entry,
    history: history.map(({ statement: superseded, supersededAtMs }) => ({
      ...stated(superseded),
      supersededAtMs,
    })),
  };
}

function stated(statement: OfMessage<StatementProto> | null): Statement {
  if (statement === null) throw new TypeError('An entry of a user model has no statement.');
  return statement;
}
