import { createInterface } from 'node:readline';
import type { Session } from '../session.js';

/** What somebody types, or a script pipes in: a message per line, with a prompt on a terminal alone. */
export async function* messagesOf(session: Session): AsyncGenerator<string> {
  const { stdin, stderr } = session.io;
  const terminal = stdin.isTTY === true;
  const lines = createInterface({ input: stdin, output: stderr, prompt: '> ', terminal });
  if (terminal) lines.prompt();
  try {
    for await (const line of lines) {
      const message = line.trim();
      if (message !== '') yield message;
      if (terminal) lines.prompt();
    }
  } finally {
    lines.close();
  }
}
