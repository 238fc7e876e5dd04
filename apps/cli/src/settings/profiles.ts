import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { UsageError } from '../exit-codes.js';

/** Where one talks to, and as whom. The names are those of `.svc/credentials.json`. */
export interface Profile {
  readonly base_url?: string;
  readonly org_id?: string;
  readonly user_id?: string;
  readonly api_key_id?: string;
  readonly api_key?: string;
  readonly workspace_id?: string;
  readonly workspace_api_key?: string;
}

const fields = [
  'base_url',
  'org_id',
  'user_id',
  'api_key_id',
  'api_key',
  'workspace_id',
  'workspace_api_key',
] as const satisfies readonly (keyof Profile)[];

interface Stored {
  readonly current: string | null;
  readonly profiles: Readonly<Record<string, Profile>>;
}

/** Profiles in a file that its owner alone may read (mode 0600). */
export interface ProfileStore {
  readonly file: string;
  list(): readonly { readonly name: string; readonly isCurrent: boolean; readonly profile: Profile }[];
  /** @param name the current one where it is undefined. @throws UsageError where there is no such profile */
  get(name: string | undefined): Profile;
  add(name: string, profile: Profile): void;
  use(name: string): void;
  remove(name: string): void;
}

export function profileStore(environment: Readonly<Record<string, string | undefined>>): ProfileStore {
  const home = environment['XDG_CONFIG_HOME'] || path.join(environment['HOME'] || homedir(), '.config');
  const file = path.join(home, 'svc/profiles.json');

  const read = (): Stored => {
    if (!existsSync(file)) return { current: null, profiles: {} };
    if ((statSync(file).mode & 0o077) !== 0)
      throw new UsageError(`${file} holds keys, and others may read it. Run: chmod 600 ${file}`);
    const { current = null, profiles = {} } = parsed(file) as Partial<Stored>;
    return { current, profiles };
  };
  const write = (stored: Stored) => {
    mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
    const draft = `${file}.${randomUUID()}.draft`;
    writeFileSync(draft, `${JSON.stringify(stored, null, 2)}\n`, { mode: 0o600, flag: 'wx', flush: true });
    renameSync(draft, file);
  };
  const known = (stored: Stored, name: string): Profile => {
    if (Object.hasOwn(stored.profiles, name)) return stored.profiles[name] ?? {};
    const names = Object.keys(stored.profiles).join(', ') || 'none';
    throw new UsageError(`There is no profile "${name}". There are: ${names}.`);
  };

  return {
    file,
    list() {
      const { current, profiles } = read();
      return Object.entries(profiles).map(([name, profile]) => ({
        name,
        isCurrent: name === current,
        profile,
      }));
    },
    get(name) {
      const stored = read();
      const wanted = name ?? stored.current;
      return wanted === null ? {} : known(stored, wanted);
    },
    add(name, profile) {
      const { current, profiles } = read();
      write({ current: current ?? name, profiles: { ...profiles, [name]: profile } });
    },
    use(name) {
      const stored = read();
      known(stored, name);
      write({ ...stored, current: name });
    },
    remove(name) {
      const stored = read();
      known(stored, name);
      const profiles = Object.fromEntries(Object.entries(stored.profiles).filter(([one]) => one !== name));
      write({ current: stored.current === name ? null : stored.current, profiles });
    },
  };
}

/** What a file of credentials says, such as the one that `npm start` writes. */
export function readProfile(file: string): Profile {
  if (!existsSync(file)) throw new UsageError(`There is no ${file}. npm start writes .svc/credentials.json.`);
  const read = parsed(file) as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    fields.flatMap((name) => (typeof read[name] === 'string' ? [[name, read[name]]] : [])),
  );
}

function parsed(file: string): object {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (typeof value === 'object' && value !== null) return value;
  } catch {
    // Said below; the parser's own message would quote what may be a key.
  }
  throw new UsageError(`${file} is no JSON object.`);
}
