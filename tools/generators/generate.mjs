// Lays down files in the shape of this repository, and says what to do next.
// npm run generate -- context <name> <Aggregate> [--write=<permission>] [--read=<permission>]
// npm run generate -- event <context> <Aggregate> <Event> [field:type …]
// npm run generate -- route <context> <Rpc> <GET|POST|PUT|DELETE> </v1/:org/…>
import { generateContext } from './context.mjs';
import { generateEvent } from './event.mjs';
import { UsageError } from './names.mjs';
import { generateRoute } from './route.mjs';

const usage = `Usage:
  npm run generate -- context webhooks Destination --write=Webhook:CreateWebhookDestination --read=Webhook:GetWebhookDestination
  npm run generate -- event webhooks Destination DestinationRenamed name:string
  npm run generate -- route webhooks GetDestination GET /v1/:org/webhook_destination/:webhook_destination_id`;

const generators = { context: generateContext, event: generateEvent, route: generateRoute };
const [kind, ...rest] = process.argv.slice(2);
try {
  const generator = Object.hasOwn(generators, kind ?? '') ? generators[kind] : undefined;
  if (!generator) throw new UsageError(`Say what to generate: ${Object.keys(generators).join(', ')}.`);
  console.log((await generator(rest)).join('\n'));
} catch (failure) {
  if (!(failure instanceof UsageError)) throw failure;
  console.error(`${failure.message}\n${usage}`);
  process.exitCode = 1;
}
