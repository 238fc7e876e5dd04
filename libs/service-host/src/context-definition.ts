import type { Abstract, DynamicModule, Type } from '@nestjs/common';
import type { LogReport, RebuildOutcome, RebuildProgress, VerificationOptions } from '@svc/event-store';
import type { MigrationOptions } from '@svc/postgres';
import type { RpcDefinition } from '@svc/rpc';
import type { WrappedSecrets } from './master-key/wrapped-secrets.js';
import type { Platform } from './platform.module.js';

/** What a process needs to know of a bounded context; each context exports its own. */
export interface ContextDefinition<Name extends string = string> {
  /** `identity`. */
  readonly name: Name;
  /** Of the Postgres schema that it owns. */
  readonly migrations: MigrationOptions;
  /** All services that it serves: a method without a handler fails the start. */
  readonly services: readonly RpcDefinition[];
  /** Whether responses hold keys of people. If so, it is served only over a unix socket or with mutual TLS. */
  readonly isConfidential?: boolean;
  /** The tables of secrets under its master key; none by default. */
  readonly secrets?: readonly WrappedSecrets[];
  /** Provider that rebuilds all of its read models from the log. */
  readonly readModels: ProviderToken<RebuildableReadModels>;
  /** Provider that verifies its log. */
  readonly verifyLog: ProviderToken<{ execute(options: VerificationOptions): Promise<LogReport> }>;
  /**
   * Tables, with their schema, with plain text that an erasure removes: names, or keys of data sealed elsewhere.
   * `privacy scrub` removes it from the database's files too.
   */
  readonly plainTables?: readonly string[];
  /**
   * Provider that erases a subject from the context, if it stores any: again, after a restore has brought it back. Can
   * be repeated, and accepts unknown subjects.
   */
  readonly eraseSubject?: ProviderToken<{ execute(request: { readonly subject: string }): Promise<void> }>;
}

export interface RebuildableReadModels {
  /** @throws DomainError `operation_in_progress` during a rebuild */
  rebuild(onProgress?: (progress: RebuildProgress) => void): Promise<RebuildOutcome>;
}

/** A context with its dependencies. */
export interface ContextParts {
  /** Nest module of the context, with the dependencies that are not the platform's. */
  readonly module: Type | DynamicModule;
  readonly platform: Platform;
}

export type ProviderToken<Provider> = Type<Provider> | Abstract<Provider>;
