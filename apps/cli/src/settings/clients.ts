import { ClassicClient, PlatformClient } from '@svc/sdk';
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

/** @throws UsageError where the workspace, its key or the address is missing */
export function openPlatform({ environment, profiles, profile }: Settings): PlatformClient {
  const saved = profiles.get(profile);
  return new PlatformClient({
    baseUrl: required(environment['SVC_URL'] ?? saved.base_url, 'the address (SVC_URL)'),
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
  const { environment, profiles, profile, user } = settings;
  const saved = { ...profiles.get(profile), ...apiKeyMode(environment) };
  return new ClassicClient({
    baseUrl: required(environment['SVC_URL'] ?? saved.base_url, 'the address (SVC_URL)'),
    org: required(environment['SVC_ORG_ID'] ?? saved.org_id, 'the organization (SVC_ORG_ID)'),
    apiKey: required(saved.api_key, 'the key (API_KEY)'),
    apiKeyId: required(saved.api_key_id, "the key's id (API_KEY_ID)"),
    userId: user ?? required(saved.user_id, 'the user (API_KEY_USER_ID)'),
  });
}

function required(value: string | undefined, what: string): string {
  if (value) return value;
  throw new UsageError(`This needs ${what}, or a profile that has it. ${whereFrom}`);
}
