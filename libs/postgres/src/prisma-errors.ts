import {
  DatabaseUnavailableError,
  isLostStatementState,
  isUnavailableState,
  toDatabaseError,
  TransactionConflictError,
} from './database-errors.js';
import { inDatabaseSpan } from './database-span.js';

/** Prisma's codes of an unavailable database: not reachable, too slow, gone, no free connection, too many. */
const unavailableCodes = ['P1001', 'P1002', 'P1008', 'P1017', 'P2024', 'P2037'];

/** More than a pool has; each may have lost its prepared statements (`DISCARD ALL`). */
const maxConnections = 100;

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
export function withDatabaseErrors<Client extends object>(client: Client): Client {
  const extended = (client as unknown as ExtendableClient).$extends({
    name: 'database failures',
    query: {
      $allOperations: ({ model = 'prisma', operation, args, query }) =>
        inDatabaseSpan(`${model}.${operation}`, async () => {
          for (let left = maxConnections; ; left -= 1) {
            try {
              return await query(args);
            } catch (error) {
              // The pool has dropped the connection, and has others.
              if (left === 0 || !hasLostStatement(error)) throw judge(error);
            }
          }
        }),
    },
  });
  return extended as Client;
}

interface PrismaError {
  /** Of Prisma, or that of a socket error which Prisma has no words for. */
  readonly code?: string;
  readonly meta?: { readonly driverAdapterError?: { readonly cause?: { readonly originalCode?: string } } };
}

function judge(error: unknown): unknown {
  const { code = '' } = error as PrismaError;
  if (code === conflictCode) return new TransactionConflictError(error);
  const isUnavailable =
    unavailableCodes.includes(code) ||
    /^E[A-Z]+$/.test(code) ||
    isUnavailableState(stateOf(error)) ||
    hasLostStatement(error);
  return isUnavailable ? new DatabaseUnavailableError(error) : toDatabaseError(error);
}

/** A query of Prisma is independent, so it can be repeated; its adapter does not report a changed table. */
function hasLostStatement(error: unknown): boolean {
  return isLostStatementState(stateOf(error));
}

function stateOf(error: unknown): string {
  return (error as PrismaError).meta?.driverAdapterError?.cause?.originalCode ?? '';
}
