import { Injectable } from '@nestjs/common';
import { requireWorkspacePermission } from '@svc/auth';
import { FieldChecks } from '@svc/errors';
import type { WorkspaceRequestContext } from '@svc/rpc';
import { loadParser, parseStatement } from '../adapters/parse-statement.js';
import { runStatement, type Answer } from '../adapters/run-statement.js';
import { statementFailure } from '../adapters/statement-failure.js';
import { TablesServer } from '../adapters/tables-server.js';
import { judgeStatement } from '../domain/judge-statement.js';

const maxCharacters = 16_384;
/** Rows and bytes of one answer, which is one message of the interface between processes. */
export const answerLimits = { rows: 1_000, bytes: 2 * 1_024 * 1_024 } as const;
const statementMs = 5_000;

/** Rows go in and out by SQL. */
@Injectable()
export class QueryTables {
  constructor(private readonly server: TablesServer) {}

  /**
   * One SELECT, INSERT, UPDATE or DELETE.
   * @throws DomainError `permission_denied`; `validation_failed` for a statement that may not be; `invalid_request` for one that
   * fails; `service_unavailable`
   */
  async execute({ caller, tenantId }: WorkspaceRequestContext, sql: string): Promise<Answer> {
    requireWorkspacePermission(caller, 'Workspace.update');
    new FieldChecks().text(['body', 'sql'], sql, maxCharacters).verify();
    const { schema } = await this.server.placeOf(tenantId);
    await loadParser();
    const tree = parseStatement(sql, 'sql');
    judgeStatement(tree, { schema, field: 'sql', readsOnly: false, parameters: 0 });
    return this.server
      .asWorkspace(tenantId, { access: 'write', statementMs }, (client) =>
        runStatement(client, sql, [], { ...answerLimits, statementMs }),
      )
      .catch((error: unknown) => {
        throw statementFailure(error, statementMs);
      });
  }
}
