import type { Readable, Writable } from 'node:stream';
import type { ClassicClient, PlatformClient } from '@svc/sdk';
import { asJson, printed, withoutControls, type Column } from './output/print.js';
import { UsageError } from './exit-codes.js';
import { apiKeyMode, openClassic, openPlatform } from './settings/clients.js';
import { profileStore, type Profile, type ProfileStore } from './settings/profiles.js';

export interface CliOptions {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stdout: Writable & { readonly isTTY?: boolean };
  readonly stderr: Writable & { readonly isTTY?: boolean };
  /** Resolves when the user wants the command to end, or the signal is aborted. */
  readonly interrupted: (signal: AbortSignal) => Promise<void>;
}

/** Options before the command. */
export interface GlobalOptions {
  readonly json?: boolean;
  readonly profile?: string;
  readonly user?: string;
}

/** What one run of the command knows. */
export class Session {
  readonly profiles: ProfileStore;

  constructor(
    readonly io: CliOptions,
    readonly globals: () => GlobalOptions,
  ) {
    this.profiles = profileStore(io.environment);
  }

  get isJson(): boolean {
    return this.globals().json === true;
  }

  /** @throws UsageError where `--user` stands without API-key mode */
  checkGlobals(): void {
    if (this.globals().user !== undefined && apiKeyMode(this.io.environment) === null)
      throw new UsageError('--user needs API-key mode: set API_KEY, API_KEY_ID and API_KEY_USER_ID.');
  }

  platform(): PlatformClient {
    return openPlatform(this.#settings());
  }

  classic(): ClassicClient {
    return openClassic(this.#settings());
  }

  /** The profile that is meant, or an empty one. */
  profile(): Profile {
    return this.profiles.get(this.globals().profile);
  }

  interrupted(signal: AbortSignal): Promise<void> {
    return this.io.interrupted(signal);
  }

  /** For people, or with `--json` the same as JSON. */
  show(value: object, columns?: readonly Column[]): void {
    this.io.stdout.write(this.isJson ? `${asJson(value)}\n` : printed(value, columns));
  }

  /** Without what would move the cursor of a terminal: much of it was written by somebody else. */
  say(line: string): void {
    this.io.stdout.write(`${withoutControls(line)}\n`);
  }

  /** Progress, and what to do next: never part of what a script reads. */
  note(line: string): void {
    this.io.stderr.write(`${withoutControls(line)}\n`);
  }

  #settings() {
    const { profile, user } = this.globals();
    return { environment: this.io.environment, profiles: this.profiles, profile, user };
  }
}
