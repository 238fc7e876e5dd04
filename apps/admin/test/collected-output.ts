import type { Environment } from '@svc/config';
import { loadConfig } from '@svc/config';
import { configuration as schema } from '@svc/installation';
import { Session, type Output } from '../src/session.js';

/** The output of commands, line by line. */
export class CollectedOutput {
  readonly out: string[] = [];
  readonly error: string[] = [];
  readonly stdout: Output = { write: (text) => this.out.push(text.replace(/\n$/, '')) };
  readonly stderr: Output = { write: (text) => this.error.push(text.replace(/\n$/, '')) };

  /** For a command that is called by its function. */
  session(environment: Environment): Session {
    const { stdout, stderr } = this;
    return new Session({ configuration: loadConfig(schema, environment), environment, stdout, stderr });
  }
}
