import { NetworkError } from '@svc/sdk';
import { Option, type Command } from 'commander';
import { CommandFailed } from '../exit-codes.js';
import { timeoutMs } from '../settings/clients.js';
import { asJson } from '../output/print.js';
import type { Session } from '../session.js';

const paths = { classic: '/v1/openapi.json', platform: '/v1/platform/openapi.json' } as const;

export function addOpenApiCommand(program: Command, session: Session): void {
  program
    .command('openapi')
    .description("the service's description of its own routes, as JSON")
    .addOption(
      new Option('--interface <name>', 'which of the two')
        .choices(Object.keys(paths))
        .default('platform' satisfies keyof typeof paths),
    )
    .action(async ({ interface: name }: { interface: keyof typeof paths }) => {
      const document: unknown = JSON.parse(await readOpenApi(session, name));
      session.say(asJson(document));
    });
}

/** @returns the document as text. @throws NetworkError where it can't be had in time */
export async function readOpenApi(session: Session, name: keyof typeof paths): Promise<string> {
  const address = `${session.platform().baseUrl}${paths[name]}`;
  try {
    const response = await fetch(address, { redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) });
    if (response.ok) return await response.text();
    throw new CommandFailed(`${address} answered ${response.status}.`);
  } catch (cause) {
    if (cause instanceof CommandFailed) throw cause;
    throw new NetworkError(`${address} could not be read.`, { cause });
  }
}
