/** Who takes part in a conversation, as a model may label their turns. */
export interface Speakers {
  readonly agent: string;
  readonly user: string | null;
}

/** Words that models put before turns, in small letters. */
const agents = ['assistant', 'ai', 'bot', 'agent', 'model'];
const users = ['user', 'human', 'customer'];

/** A line that introduces a list or is an entry of one, such as `Server: mail`: a `User: …` after it is no turn. */
const ofList = /:\s*$|^\s*(?:[-*•]\s*)?[^:]{1,30}:\s/;

/**
 * Keeps a message to the agent's own turn: drops a label before its first word, and ends it where the model goes on with turns
 * of its own invention. The result does not depend on the split into pieces.
 */
export class OwnTurn {
  readonly #agents: readonly string[];
  readonly #all: readonly string[];
  /** The line before the current one. */
  #before: string;
  /** What was sent of the current line. */
  #line: string;
  /** The beginning of a line that may be a label. */
  #waiting = '';
  #isAfterLabel = false;
  #hasSpoken: boolean;
  #isOver = false;

  /** @param before text of the same message that was already sent */
  constructor({ agent, user }: Speakers, before = '') {
    this.#agents = [...agents, agent.toLowerCase()];
    this.#all = [...this.#agents, ...users, ...(user === null ? [] : [user.toLowerCase()])];
    this.#hasSpoken = before.trim() !== '';
    const lines = before.split('\n');
    this.#line = lines.pop() ?? '';
    this.#before = lines.findLast((line) => line.trim() !== '') ?? '';
  }

  /** Whether the message is over: nothing that follows belongs to it. */
  get isOver(): boolean {
    return this.#isOver;
  }

  push(text: string): string {
    if (this.#isOver) return '';
    let said = '';
    for (const [place, part] of text.split('\n').entries()) {
      if (place > 0) said += this.#newLine();
      said += this.#part(part);
      if (this.#isOver) break;
    }
    return said;
  }

  /** What waited for the rest of a label. */
  end(): string {
    const rest = this.#waiting;
    this.#waiting = '';
    return rest;
  }

  #part(text: string): string {
    if (this.#line.trim() !== '') return this.#pass(text);
    if (this.#isAfterLabel) return this.#pass(text.replace(/^[*\s]+/, ''));
    const begun = this.end() + text;
    const colon = begun.indexOf(':');
    const label = plain(colon < 0 ? begun : begun.slice(0, colon));
    if (colon < 0 && this.#all.some((one) => one.startsWith(label))) {
      this.#waiting = begun;
      return '';
    }
    if (colon < 0 || !this.#all.includes(label)) return this.#pass(begun);
    if (!this.#hasSpoken && this.#agents.includes(label)) {
      this.#isAfterLabel = true;
      return this.#part(begun.slice(colon + 1));
    }
    if (ofList.test(this.#before)) return this.#pass(begun);
    this.#isOver = true;
    return '';
  }

  #pass(text: string): string {
    if (text.trim() !== '') {
      this.#isAfterLabel = false;
      this.#hasSpoken = true;
    }
    this.#line += text;
    return text;
  }

  #newLine(): string {
    const rest = this.end();
    if (this.#line.trim() !== '') this.#before = this.#line;
    this.#line = '';
    return `${rest}\n`;
  }
}

/** A label without marks of emphasis or headings. */
function plain(text: string): string {
  return text
    .replaceAll(/[*_#>\s]+/g, ' ')
    .trim()
    .toLowerCase();
}
