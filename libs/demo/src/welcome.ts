import path from 'node:path';
import type { ModelOutOfReach } from '@svc/models';
import type { DemoCredentials } from './credentials-file.js';

export interface WelcomeFacts {
  readonly credentials: Omit<DemoCredentials, 'api_key' | 'api_key_id' | 'workspace_api_key'>;
  readonly credentialsFile: string;
  readonly model: string;
  readonly outOfReach: readonly ModelOutOfReach[];
  readonly tookMs: number;
}

/**
 * What a newcomer sees once the API is ready. The commands need only curl and node. They read the key from the
 * credentials file, so no secret is on the screen. The README has the same ones, and a test runs them.
 */
export function welcome(facts: WelcomeFacts): string {
  const {
    base_url: address,
    org_id: org,
    user_id: user,
    service_id: service,
    workspace_id: workspace,
  } = facts.credentials;
  const relative = path.relative(process.cwd(), facts.credentialsFile);
  const file = relative.startsWith('..') ? facts.credentialsFile : relative;
  const base = `${address}/v1/${org}`;
  const lines = [
    '',
    `Ready in ${(facts.tookMs / 1000).toFixed(1)} s${without(facts.outOfReach)}: ${address}`,
    '',
    `  organization  ${org}`,
    `  user          ${user} (administrator)`,
    `  service       ${service}`,
    `  workspace     ${workspace}`,
    `  model         ${facts.model}`,
    ...facts.outOfReach.map(outOfReachLine),
    `  credentials   ${file} (readable only by you)`,
    '',
    'Talk with the demo agent from another terminal:',
    '',
    '  # 1. Sign in.',
    `  credential() { node -p "JSON.parse(require('fs').readFileSync('${file}'))['$1']"; }`,
    `  TOKEN=$(curl -sS -X POST ${base}/user/signin_with_api_key -H "x-api-key: $(credential api_key)" -H "x-api-key-id: $(credential api_key_id)" -H "x-user-id: $(credential user_id)" | node -p "JSON.parse(require('fs').readFileSync(0)).id_token")`,
    '',
    '  # 2. Begin: the agent speaks first.',
    `  BEGUN=$(curl -sSN -X POST "${base}/conversation/?response_format=text" -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" -d "{\\"service_id\\": \\"$(credential service_id)\\"}"); printf '%s\\n' "$BEGUN"; CONVERSATION=$(printf '%s\\n' "$BEGUN" | node -p "JSON.parse(require('fs').readFileSync(0, 'utf8').split('\\n')[0]).conversation_id")`,
    '',
    '  # 3. Say something, as often as you like.',
    `  curl -sSN -X POST "${base}/conversation/$CONVERSATION/interact?request_format=text&response_format=text" -H "Authorization: Bearer $TOKEN" -F initial_message_type=user-message -F "recorded_message=I would like to make an appointment."`,
    '',
    '  # 4. Finish.',
    `  curl -sS -X POST "${base}/conversation/$CONVERSATION/finish/" -H "Authorization: Bearer $TOKEN" -w "%{http_code}\\n"`,
    '',
    'Stop with Ctrl-C; the next start finds everything again.',
    '',
  ];
  return lines.join('\n');
}

function without(models: readonly ModelOutOfReach[]): string {
  const names = models.map(({ name }) => `"${name}"`).join(', ');
  return names === '' ? '' : `, without a connection to the model ${names}`;
}

function outOfReachLine({ name, origin, isKnown }: ModelOutOfReach): string {
  const what = isKnown ? 'can not be reached at' : 'has not been reached yet at';
  return `                "${name}" ${what} ${origin}`;
}
