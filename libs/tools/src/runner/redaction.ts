import { toStorableText, type JsonObject, type JsonValue } from '@svc/kernel';

const mark = '[redacted]';
/** Less of a secret at the end of a cut text says nothing. */
const minPart = 4;
/** Of the beginning of each form that is looked for at first. */
const maxBeginning = 16;

/** Takes secrets out of what comes back, in the forms in which a server may echo them. */
export class Redaction {
  /** Longest first, so that a secret within another leaves nothing of it. */
  #forms: readonly string[] = [];
  #known: ReadonlySet<string> = new Set();
  /** Finds the beginning of any form in one pass: most texts hold none, and an answer may have many texts. */
  #beginning: RegExp | undefined;

  constructor(secrets: Iterable<string> = []) {
    for (const secret of secrets) this.add(secret);
  }

  add(secret: string): void {
    if (secret === '') return;
    const bytes = Buffer.from(secret);
    const forms = [
      ...[
        secret,
        encodeURIComponent(secret.toWellFormed()),
        new URLSearchParams([['', secret]]).toString().slice(1),
      ],
      ...[JSON.stringify(secret).slice(1, -1), bytes.toString('base64'), bytes.toString('base64url')],
    ];
    this.#known = new Set([...this.#forms, ...forms]);
    this.#forms = [...this.#known].sort((one, other) => other.length - one.length);
    this.#beginning = undefined;
  }

  /** Also without what events can't hold. */
  text(text: string): string {
    let redacted = toStorableText(text);
    if (!this.#mayHoldSecret(redacted)) return redacted;
    for (const form of this.#forms) redacted = redacted.replaceAll(form, mark);
    return redacted;
  }

  #mayHoldSecret(text: string): boolean {
    if (this.#forms.length === 0) return false;
    this.#beginning ??= new RegExp(
      [...new Set(this.#forms.map((form) => escaped(form.slice(0, maxBeginning))))].join('|'),
    );
    return this.#beginning.test(text);
  }

  /** The same for a text that was cut: a secret may have been cut too. */
  cutText(text: string): string {
    const redacted = this.text(text);
    const partial = Math.max(0, ...this.#forms.map((form) => partAtEnd(redacted, form)));
    return partial === 0 ? redacted : redacted.slice(0, -partial) + mark;
  }

  /** Of values, and of names of members. @param value of bounded depth. */
  json(value: JsonValue): JsonValue {
    if (typeof value === 'string') return this.text(value);
    if (typeof value === 'number') return this.#number(value);
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return (value as readonly JsonValue[]).map((item) => this.json(item));
    const members = Object.entries(value as JsonObject);
    return Object.fromEntries(members.map(([name, member]) => [this.text(name), this.json(member)]));
  }

  /** JSON may write numbers that have no value here (1e999). */
  #number(value: number): JsonValue {
    if (!Number.isFinite(value)) return null;
    return this.#known.has(String(value)) ? mark : value;
  }
}

/** As a regular expression for this text alone. */
function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}

/** How many characters at the end of the text begin a secret. */
function partAtEnd(text: string, form: string): number {
  for (let length = Math.min(form.length - 1, text.length); length >= minPart; length -= 1)
    if (text.endsWith(form.slice(0, length))) return length;
  return 0;
}
