import type { Abstract, DynamicModule, Type } from '@nestjs/common';
import type { LogReport, RebuildOutcome, RebuildProgress, VerificationOptions } from '@svc/event-store';
import type { MigrationOptions } from '@svc/postgres';
import type { RpcDefinition } from '@svc/rpc';
import type { WrappedSecrets } from './master-key/wrapped-secrets.js';
import type { Platform } from './platform.module.js';

/** What a bounded context is to those who run it; each context exports its own. */
export interface ContextDefinition<Name extends string = string> {
  /** `identity`. */
  readonly name: Name;
  /** Of the Postgres schema that it owns. */
  readonly migrations: MigrationOptions;
  /** The services that it serves, all of them: a method without a handler keeps it from starting. */
  readonly services: readonly RpcDefinition[];
  /** Whether answers hold keys of people: it is then served over a unix socket or with mutual TLS alone. */
  readonly isConfidential?: boolean;
  /** The tables of what it wraps by its master key; none by default. */
  readonly secrets?: readonly WrappedSecrets[];
  /** Provider that makes all of its read models again from the log. */
  readonly readModels: ProviderToken<RebuildableReadModels>;
  /** Provider that looks whether its log is what was written. */
  readonly verifyLog: ProviderToken<{ execute(options: VerificationOptions): Promise<LogReport> }>;
  /**
   * Tables, with their schema, in which stands plainly what an erasure takes out of them: names, or the keys that open
   * what is sealed elsewhere. `privacy scrub` takes it out of the database's files too.
   */
  readonly plainTables?: readonly string[];
  /**
   * Provider that erases a subject from what the context keeps, where it keeps any: again, after a restore has brought it
   * back. Can be repeated, and takes subjects that it has never heard of.
   */
  readonly eraseSubject?: ProviderToken<{ execute(request: { readonly subject: string }): Promise<void> }>;
}

export interface RebuildableReadModels {
  /** @throws DomainError `operation_in_progress` while they are being made again */
  rebuild(onProgress?: (progress: RebuildProgress) => void): Promise<RebuildOutcome>;
}

/** A context with what it needs to live. */
export interface ContextParts {
  /** Nest module of the context, with what is not the platform's. */
  readonly module: Type | DynamicModule;
  readonly platform: Platform;
}

export type ProviderToken<Provider> = Type<Provider> | Abstract<Provider>;
