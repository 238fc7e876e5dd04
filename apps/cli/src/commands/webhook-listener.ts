import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { expressWebhookHandler, type WebhookEvent } from '@svc/sdk';
import { Option, type Command } from 'commander';
import { asJson, plain } from '../output/print.js';
import type { Session } from '../session.js';
import { wholeNumber } from './lists.js';

const types = [
  'conversation-post-processing-complete',
  'api-key-expiration-soon',
  'agent-framework-resource-updated',
] as const;

interface ListenOptions {
  readonly url?: string;
  readonly port?: string;
  readonly type: (typeof types)[number][];
  readonly count?: string;
}

/** `svc webhooks listen`: a destination of the organization for as long as the command runs. */
export function addWebhookListener(webhooks: Command, session: Session): void {
  webhooks
    .command('listen')
    .description(
      'print what the organization is told by webhooks, verified, until Ctrl-C; leaves no destination behind',
    )
    .option(
      '--url <url>',
      'a public address that leads to --port; without it this machine, where the service may reach it',
    )
    .option('--port <number>', 'where to listen on 127.0.0.1; any free one')
    .addOption(new Option('--type <types...>', 'of these types alone').choices(types).default([...types]))
    .option('--count <number>', 'end after so many')
    .action((options: ListenOptions) => listen(session, options));
}

async function listen(session: Session, { url, port, type, count }: ListenOptions): Promise<void> {
  let secret = '';
  let left = count === undefined ? Infinity : wholeNumber('--count', count);
  const ended = new AbortController();
  const handle = expressWebhookHandler({
    secret: () => secret,
    onEvent: (event) => {
      show(session, event);
      left -= 1;
      if (left <= 0) ended.abort();
    },
    onError: (error) => session.note(error instanceof Error ? error.message : String(error)),
  });
  const server = createServer((request, response) => void handle(request, response));
  server.listen(port === undefined ? 0 : wholeNumber('--port', port), '127.0.0.1');
  await once(server, 'listening');
  const address = url ?? `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  try {
    const { webhookDestinations } = session.classic();
    const destination = await webhookDestinations.create({ url: address, accepted_types: type });
    secret = destination.secret;
    session.note(`Listening on ${address} for ${type.join(', ')}. Ctrl-C ends.`);
    try {
      await session.interrupted(ended.signal);
    } finally {
      await webhookDestinations.delete(destination.id);
      session.note('The destination is deleted.');
    }
  } finally {
    await closed(server);
  }
}

function show(session: Session, event: WebhookEvent): void {
  if (session.isJson) session.say(asJson(event, 0));
  else session.say(plain(event));
}

/** The answer to the last delivery is still on its way. */
async function closed(server: Server): Promise<void> {
  server.close();
  server.closeIdleConnections();
  await once(server, 'close');
}
