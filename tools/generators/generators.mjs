import { generateConsumer } from './consumer.mjs';
import { generateContext } from './context.mjs';
import { Draft } from './draft.mjs';
import { generateEvent } from './event.mjs';
import { instead, UsageError } from './names.mjs';
import { generateRoute } from './route.mjs';

/** One command for each kind. */
export const examples = [
  'context library RareBook --write=Webhook:CreateWebhookDestination --read=Webhook:GetWebhookDestination',
  'event webhooks Destination DestinationRenamed name:string renamed_by:string?:personal',
  'consumer webhooks roles identity.UserRoleAssigned',
  'route webhooks PauseDestination POST /v1/:org/webhook_destination/:webhook_destination_id/pause days:int32 note:string?',
  'route identity GetWorkspaceOwner GET /v1/workspaces/:workspace_id/owner',
];

export const usage = `Usage:
${examples.map((example) => `  npm run generate -- ${example}`).join('\n')}

Permissions are names of libs/auth/src/permissions.ts. A field with ? may be absent, one with :personal says who a person
is or what they said. An event with --private never leaves its context. A consumer with --projection writes rows in the
transaction of its inbox. A route stands under /v1/:org (Classic) or elsewhere under /v1 (Platform); its RPC is added
where the context has none of that name.`;

const generators = {
  context: generateContext,
  event: generateEvent,
  consumer: generateConsumer,
  route: generateRoute,
};

/**
 * @param {string} root of the repository
 * @param {readonly string[]} parameters the kind and what it takes
 * @returns {Promise<readonly string[]>} lines that say what was written and what to do next
 * @throws {UsageError} and writes nothing when it was asked for what can't be
 */
export async function generate(root, [kind, ...rest]) {
  if (!Object.hasOwn(generators, kind ?? ''))
    throw new UsageError(`Say what to generate: ${Object.keys(generators).join(', ')}${instead(kind)}`);
  const draft = new Draft(root);
  const next = generators[kind](draft, rest);
  const files = await draft.save();
  return [`Wrote ${files.length} files:`, ...files.map((file) => `  ${file}`), 'Next:', ...next];
}
