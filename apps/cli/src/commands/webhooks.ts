import { readFileSync } from 'node:fs';
import { parseWebhookEvent } from '@svc/sdk';
import type { Command } from 'commander';
import { UsageError } from '../exit-codes.js';
import type { Session } from '../session.js';
import { addWebhookListener } from './webhook-listener.js';

interface VerifyOptions {
  readonly signature: string;
  readonly timestamp: string;
  readonly key: string;
}

export function addWebhookCommands(program: Command, session: Session): void {
  const webhooks = program.command('webhooks').description('what the service sends');
  addWebhookListener(webhooks, session);
  webhooks
    .command('verify <body>')
    .description('check a delivery whose body is in a file; the secret is read from SVC_WEBHOOK_SECRET')
    .requiredOption('--signature <value>', 'of the header x-svc-request-signature')
    .requiredOption('--timestamp <value>', 'of the header x-svc-request-timestamp')
    .requiredOption('--key <value>', 'of the header x-svc-idempotent-key')
    .action(async (file: string, { signature, timestamp, key }: VerifyOptions) => {
      const secret = session.io.environment['SVC_WEBHOOK_SECRET'];
      if (!secret) throw new UsageError('Set SVC_WEBHOOK_SECRET: a command line can be read by others.');
      const payload = readFileSync(file);
      session.show(await parseWebhookEvent({ payload, signature, timestamp, secret, idempotentKey: key }));
    });
}
