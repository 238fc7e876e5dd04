import { toStorableText, type JsonObject, type JsonValue } from '@svc/kernel';

const mark = '[redacted]';
/** Less of a secret at the end of a cut text says nothing. */
const minPart = 4;

/** Takes secrets out of what comes back, in the forms in which a server may echo them. */
export class Redaction {
  /** Longest first, so that a secret within another leaves nothing of it. */
  #forms: string[] = [];

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
    this.#forms = [...new Set([...this.#forms, ...forms])].sort((one, other) => other.length - one.length);
  }

  /** Also without what events can't hold. */
  text(text: string): string {
    let redacted = toStorableText(text);
    for (const form of this.#forms) redacted = redacted.replaceAll(form, mark);
    return redacted;
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
    return this.#forms.includes(String(value)) ? mark : value;
  }
}

/** How many characters at the end of the text begin a secret. */
function partAtEnd(text: string, form: string): number {
  for (let length = Math.min(form.length - 1, text.length); length >= minPart; length -= 1)
    if (text.endsWith(form.slice(0, length))) return length;
  return 0;
}
