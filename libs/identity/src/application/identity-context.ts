import type { Clock, IdGenerator } from '@svc/kernel';
import type { PooledDatabase } from '@svc/postgres';
import type { RandomBytes } from '../adapters/sealer.js';
import type { SigningKeys } from '../adapters/signing-keys.js';
import type { VariableVault } from '../adapters/variable-vault.js';
import type { ReadModels } from '../projections/read-models.js';
import type { RoleStandings } from '../projections/role-standings.js';
import type { Aggregates } from './aggregates.js';

/** What the use cases of this context work with; each names the part that it needs. */
export interface IdentityContext {
  readonly database: PooledDatabase;
  readonly readModels: ReadModels;
  readonly aggregates: Aggregates;
  readonly roles: RoleStandings;
  readonly signingKeys: SigningKeys;
  readonly vault: VariableVault;
  readonly clock: Clock;
  readonly ids: IdGenerator;
  readonly random: RandomBytes;
  /** `iss` of the tokens. */
  readonly tokenIssuer: string;
}
