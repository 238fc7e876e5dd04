import {
  DatabaseUnavailableError,
  isLostStatementState,
  isUnavailableState,
  toDatabaseFailure,
  TransactionConflictError,
} from './database-errors.js';
import { inDatabaseSpan } from './database-span.js';

/** What Prisma calls "the database can't answer now": not reachable, too slow, gone, no connection free, too many. */
const unavailableCodes = ['P1001', 'P1002', 'P1008', 'P1017', 'P2024', 'P2037'];

/** More than a pool has; each may have lost its prepared statements (`DISCARD ALL`). */
const mostConnections = 100;

/** What Prisma calls a lost race: a serialization failure or a deadlock. */
const conflictCode = 'P2034';

/** The part of a Prisma client that matters here; its whole type differs from schema to schema. */
interface ExtendableClient {
  $extends(extension: {
    readonly name: string;
    readonly query: {
      $allOperations(call: {
        readonly model?: string;
        readonly operation: string;
        readonly args: unknown;
        readonly query: (args: unknown) => Promise<unknown>;
      }): Promise<unknown>;
    };
  }): unknown;
}

/**
 * The same Prisma client, whose queries fail as those of `createDatabase` do: `DatabaseUnavailableError` where a later
 * try may succeed, `TransactionConflictError` after a lost race.
 */
export function withDatabaseFailures<Client extends object>(client: Client): Client {
  const extended = (client as unknown as ExtendableClient).$extends({
    name: 'database failures',
    query: {
      $allOperations: ({ model = 'prisma', operation, args, query }) =>
        inDatabaseSpan(`${model}.${operation}`, async () => {
          for (let left = mostConnections; ; left -= 1) {
            try {
              return await query(args);
            } catch (failure) {
              // The pool has dropped the connection, and has others.
              if (left === 0 || !hasLostStatement(failure)) throw judge(failure);
            }
          }
        }),
    },
  });
  return extended as Client;
}

interface PrismaFailure {
  /** Of Prisma, or that of a socket error which Prisma has no words for. */
  readonly code?: string;
  readonly meta?: { readonly driverAdapterError?: { readonly cause?: { readonly originalCode?: string } } };
}

function judge(failure: unknown): unknown {
  const { code = '' } = failure as PrismaFailure;
  if (code === conflictCode) return new TransactionConflictError(failure);
  const isUnavailable =
    unavailableCodes.includes(code) ||
    /^E[A-Z]+$/.test(code) ||
    isUnavailableState(stateOf(failure)) ||
    hasLostStatement(failure);
  return isUnavailable ? new DatabaseUnavailableError(failure) : toDatabaseFailure(failure);
}

/** A query of Prisma stands for itself, so it can be said again; its adapter does not tell of a table that has changed. */
function hasLostStatement(failure: unknown): boolean {
  return isLostStatementState(stateOf(failure));
}

function stateOf(failure: unknown): string {
  return (failure as PrismaFailure).meta?.driverAdapterError?.cause?.originalCode ?? '';
}
