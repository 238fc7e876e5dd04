import { Inject, Injectable } from '@nestjs/common';
import type { SqlFragment } from '@svc/event-store';
import type { IdGenerator, TenantId } from '@svc/kernel';
import { timestamp, type Executor } from '@svc/postgres';
import type { MasterKey, RandomBytes, WrappedPlace } from '@svc/sealing';
import { IDS, type WrappedSecrets } from '@svc/service-host';

/** What wraps secrets. */
export interface SecretWrapping {
  /** Of this context. */
  readonly masterKey: MasterKey;
  readonly random: RandomBytes;
}

/** For injection. */
export const SECRET_WRAPPING = Symbol('secret wrapping');

/** Where the secrets of definitions are stored. */
export const definitionSecretTable: WrappedSecrets = {
  table: 'agents.definition_secret',
  purpose: 'definition-secret',
  row: ['secret_id'],
  column: 'wrapped_secret',
};

interface OfDefinition {
  readonly tenantId: TenantId;
  readonly definitionId: string;
}

/** Changes of a definition's secrets. */
export interface SecretChanges {
  /** By name. */
  readonly set: Readonly<Record<string, string>>;
  /** Names. */
  readonly removed: readonly string[];
}

/** The secrets of definitions: outside the log, wrapped by the master key of this context. */
@Injectable()
export class DefinitionSecrets {
  constructor(
    @Inject(SECRET_WRAPPING) private readonly wrapping: SecretWrapping,
    @Inject(IDS) private readonly ids: IdGenerator,
  ) {}

  /** For an append. */
  fragments(place: OfDefinition, changes: SecretChanges, nowMs: number): readonly SqlFragment[] {
    const gone = changes.removed.filter((name) => !Object.hasOwn(changes.set, name));
    const removal = gone.length === 0 ? [] : [this.#removal(place, gone)];
    const set = Object.entries(changes.set);
    return set.length === 0 ? removal : [...removal, this.#insertion(place, set, nowMs)];
  }

  /** For an append: all of them. */
  removal({ tenantId, definitionId }: OfDefinition): SqlFragment {
    return {
      name: 'definition_secrets_removal',
      text: 'DELETE FROM agents.definition_secret WHERE tenant_id = $1 AND definition_id = $2',
      values: [tenantId, definitionId],
    };
  }

  async namesOf(executor: Executor, { tenantId, definitionId }: OfDefinition): Promise<readonly string[]> {
    const { rows } = await executor.query<{ name: string }>({
      name: 'agents.definition_secret_names',
      text: 'SELECT name FROM agents.definition_secret WHERE tenant_id = $1 AND definition_id = $2',
      values: [tenantId, definitionId],
    });
    return rows.map(({ name }) => name);
  }

  /** All secrets of a definition by their names, opened: for a call, never to be kept. @throws BrokenWrappingError */
  async openAll(
    executor: Executor,
    { tenantId, definitionId }: OfDefinition,
  ): Promise<ReadonlyMap<string, string>> {
    const { rows } = await executor.query<{ secret_id: string; name: string; wrapped_secret: Buffer }>({
      name: 'agents.definition_secrets',
      text: `SELECT secret_id, name, wrapped_secret FROM agents.definition_secret
              WHERE tenant_id = $1 AND definition_id = $2`,
      values: [tenantId, definitionId],
    });
    const { masterKey } = this.wrapping;
    return new Map(
      rows.map(({ secret_id: id, name, wrapped_secret: wrapped }) => [
        name,
        masterKey.unwrap(wrapped, placeOf(id)).toString(),
      ]),
    );
  }

  #insertion(
    { tenantId, definitionId }: OfDefinition,
    set: readonly (readonly [name: string, secret: string])[],
    nowMs: number,
  ): SqlFragment {
    const { masterKey, random } = this.wrapping;
    const secrets = set.map(([name, secret]) => {
      const id = this.ids.uuid();
      return { id, name, wrapped: masterKey.wrap(Buffer.from(secret), placeOf(id), random) };
    });
    return {
      name: 'definition_secrets',
      text: `INSERT INTO agents.definition_secret
               (secret_id, tenant_id, definition_id, name, wrapped_secret, wrapping_key_id, created_at)
             SELECT id, $1, $2, name, wrapped, $3, $4::timestamptz
               FROM unnest($5::text[], $6::text[], $7::bytea[]) AS given (id, name, wrapped)
             ON CONFLICT (tenant_id, definition_id, name) DO UPDATE
               SET secret_id = excluded.secret_id, wrapped_secret = excluded.wrapped_secret,
                   wrapping_key_id = excluded.wrapping_key_id, created_at = excluded.created_at`,
      values: [
        tenantId,
        definitionId,
        masterKey.id,
        timestamp(nowMs),
        secrets.map(({ id }) => id),
        secrets.map(({ name }) => name),
        secrets.map(({ wrapped }) => wrapped),
      ],
    };
  }

  #removal({ tenantId, definitionId }: OfDefinition, names: readonly string[]): SqlFragment {
    return {
      name: 'definition_secret_removal',
      text: `DELETE FROM agents.definition_secret
              WHERE tenant_id = $1 AND definition_id = $2 AND name = ANY($3::text[])`,
      values: [tenantId, definitionId, names],
    };
  }
}

function placeOf(secretId: string): WrappedPlace {
  return { purpose: definitionSecretTable.purpose, row: [secretId] };
}
