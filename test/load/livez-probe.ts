import { Agent, get } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

export interface Probed {
  /** From the request to its whole answer, in ms. */
  readonly durationsMs: readonly number[];
  /** Responses other than 200, and missing responses. */
  readonly failures: readonly string[];
}

/** Asks for `/livez` on one connection, again `everyMs` after each answer, until `isOver`. */
export async function probeLivez(baseUrl: string, everyMs: number, isOver: () => boolean): Promise<Probed> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const durationsMs: number[] = [];
  const failures: string[] = [];
  while (!isOver()) {
    const askedAt = performance.now();
    const answer = await ask(`${baseUrl}/livez`, agent);
    durationsMs.push(performance.now() - askedAt);
    if (answer !== '200') failures.push(answer);
    await delay(everyMs);
  }
  agent.destroy();
  return { durationsMs, failures };
}

function ask(url: string, agent: Agent): Promise<string> {
  return new Promise((resolve) => {
    get(url, { agent }, (answer) => answer.resume().on('end', () => resolve(String(answer.statusCode)))).on(
      'error',
      (error) => resolve(error.message),
    );
  });
}
