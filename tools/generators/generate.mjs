// Lays down files in the shape of this repository, and says what to do next.
// npm run generate -- context <name> <Aggregate> [--write=<permission>] [--read=<permission>]
// npm run generate -- event <context> <Aggregate> <Event> [field:type[?][:personal] …] [--private]
// npm run generate -- consumer <context> <name> <source>.<Event> [--projection]
// npm run generate -- route <context> <Rpc> <GET|POST|PUT|DELETE> </v1/:org/…> [field:type …] [field:type? …]
import { generateConsumer } from './consumer.mjs';
import { generateContext } from './context.mjs';
import { generateEvent } from './event.mjs';
import { instead, UsageError } from './names.mjs';
import { generateRoute } from './route.mjs';

const usage = `Usage:
  npm run generate -- context webhooks Destination --write=Webhook:CreateWebhookDestination --read=Webhook:GetWebhookDestination
  npm run generate -- event webhooks Destination DestinationRenamed name:string renamed_by:string?:personal
  npm run generate -- consumer webhooks erasure identity.UserDeleted
  npm run generate -- route webhooks UpdateDestination POST /v1/:org/webhook_destination/:destination_id retries:int32 note:string?

The permissions are names of libs/auth/src/permissions.ts; a field with ? may be absent, one with :personal says
who a person is or what they said; an event with --private never leaves its context; a consumer with --projection
writes rows in the transaction of its inbox; a route whose RPC is missing gets one.`;

const generators = {
  context: generateContext,
  event: generateEvent,
  consumer: generateConsumer,
  route: generateRoute,
};
const [kind, ...rest] = process.argv.slice(2);
const isQuestion = kind === undefined || ['help', '--help', '-h'].includes(kind);
try {
  const generator = Object.hasOwn(generators, kind ?? '') ? generators[kind] : undefined;
  if (isQuestion) console.log(usage);
  else if (generator) console.log((await generator(rest)).join('\n'));
  else throw new UsageError(`Say what to generate: ${Object.keys(generators).join(', ')}${instead(kind)}`);
} catch (failure) {
  if (!(failure instanceof UsageError)) throw failure;
  console.error(`${failure.message}\n${usage}`);
  process.exitCode = 1;
}
