import { ClassicClient, isRateLimitError, PlatformClient, type RequestOptions } from '@svc/sdk';
import { UsageError } from '../exit-codes.js';
import type { Profile, ProfileStore } from './profiles.js';

export interface Settings {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly profiles: ProfileStore;
  /** Of `--profile`. */
  readonly profile: string | undefined;
  /** Of `--user`: for whom one acts. */
  readonly user: string | undefined;
}

const whereFrom = 'Take over what npm start wrote: svc profiles add demo --from .svc/credentials.json';

/** For one answer: those of language models take long. */
export const timeoutMs = 120_000;
const longestWaitSeconds = 60;

/** Nobody waits longer at a terminal: a server that asks for more is told of. */
const requests: RequestOptions = {
  timeout: timeoutMs,
  hooks: {
    onError({ error }) {
      if (isRateLimitError(error) && (error.retryAfter ?? 0) > longestWaitSeconds) throw error;
    },
  },
};

/** @throws UsageError where the workspace, its key or the address is missing */
export function openPlatform(settings: Settings): PlatformClient {
  const saved = settings.profiles.get(settings.profile);
  const environment = overProfile(settings);
  return new PlatformClient({
    ...requests,
    baseUrl: addressOf(environment, saved, environment['SVC_WORKSPACE_API_KEY'] === undefined),
    workspaceId: required(
      environment['SVC_WORKSPACE_ID'] ?? saved.workspace_id,
      'the workspace (SVC_WORKSPACE_ID)',
    ),
    apiKey: required(
      environment['SVC_WORKSPACE_API_KEY'] ?? saved.workspace_api_key,
      'the key of the workspace (SVC_WORKSPACE_API_KEY)',
    ),
  });
}

/** The three variables of API-key mode, all set. Interface spec, "Other Classic credentials". */
export function apiKeyMode(environment: Settings['environment']): Profile | null {
  const { API_KEY: api_key, API_KEY_ID: api_key_id, API_KEY_USER_ID: user_id } = environment;
  return api_key && api_key_id && user_id ? { api_key, api_key_id, user_id } : null;
}

/** @throws UsageError where something is missing */
export function openClassic(settings: Settings): ClassicClient {
  const environment = overProfile(settings);
  const mode = apiKeyMode(settings.environment);
  const saved = { ...settings.profiles.get(settings.profile), ...mode };
  return new ClassicClient({
    ...requests,
    baseUrl: addressOf(environment, saved, mode === null),
    org: required(environment['SVC_ORG_ID'] ?? saved.org_id, 'the organization (SVC_ORG_ID)'),
    apiKey: required(saved.api_key, 'the key (API_KEY)'),
    apiKeyId: required(saved.api_key_id, "the key's id (API_KEY_ID)"),
    userId: settings.user ?? required(saved.user_id, 'the user (API_KEY_USER_ID)'),
  });
}

/** Variables win over the current profile, and a profile that is asked for by `--profile` over them. */
function overProfile({ environment, profile }: Settings): Settings['environment'] {
  if (profile !== undefined) return {};
  return Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
}

/** @throws UsageError where a saved key would be sent to another address than its own */
function addressOf(environment: Settings['environment'], saved: Profile, isSavedKey: boolean): string {
  const address = required(environment['SVC_URL'] ?? saved.base_url, 'the address (SVC_URL)');
  const own = saved.base_url ?? address;
  if (!isSavedKey || address.replace(/\/$/, '') === own.replace(/\/$/, '')) return address;
  throw new UsageError(
    `SVC_URL is ${address}, but the keys of the current profile are those of ${own}, and are sent nowhere else. ` +
      'Unset SVC_URL, or set the keys of that address too (svc --help).',
  );
}

function required(value: string | undefined, what: string): string {
  if (value) return value;
  throw new UsageError(`This needs ${what}, or a profile that has it. ${whereFrom}`);
}
