import { Option, type Command } from 'commander';
import { CommandFailed } from '../exit-codes.js';
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
      session.say(JSON.stringify(document, null, 2));
    });
}

/** @returns the document as text */
export async function readOpenApi(session: Session, name: keyof typeof paths): Promise<string> {
  const address = `${session.platform().baseUrl}${paths[name]}`;
  const response = await fetch(address);
  if (!response.ok) throw new CommandFailed(`${address} answered ${response.status}.`);
  return response.text();
}
