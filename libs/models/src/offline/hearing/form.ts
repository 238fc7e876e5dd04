import type { Scene, TranscriptMessage } from '@svc/engine';
import { asksYesOrNo, openQuestion } from './open-question.js';
import { answerKind } from './answers.js';
import { contentTokens, looked } from '../words/tokens.js';
import { detailsIn, isOfBirth, withDetail, type Detail, type DetailKind } from './details.js';
import { isClosed, openingHours } from './opening-hours.js';

/** Maximum number of statements; the newest count. */
const maxStatements = 6;

interface Statement {
  readonly question: string;
  readonly text: string;
}

/** What the user has told, as it is now: a changed detail replaces the older one where that was said. */
export interface Form {
  /** Oldest first. */
  readonly statements: readonly string[];
  readonly known: ReadonlySet<DetailKind>;
  /** What the last text changed; null when it is no correction. */
  readonly change: string | null;
  /** What the last text asks for outside of the opening hours. */
  readonly closed: readonly Detail[];
}

type FormScene = Pick<Scene, (typeof parts)[number]>;

export function formOf(scene: FormScene): Form {
  const { transcript, input } = scene;
  const known = forms.get(transcript);
  if (known !== undefined && isSame(known.scene, scene)) return known.form;
  const filling = new Filling(scene);
  for (const [place, { type, text }] of transcript.entries())
    if (type === 'user-message') filling.hear(text, transcript.slice(0, place));
  filling.startLast();
  if (input.kind === 'user-message') filling.hear(input.text, transcript);
  const form = filling.form();
  forms.set(transcript, { scene, form });
  return form;
}

/** By transcript: the tasks of a turn have the same one, and look at it from several sides. */
const forms = new WeakMap<readonly TranscriptMessage[], { readonly scene: FormScene; readonly form: Form }>();

function isSame(one: FormScene, other: FormScene): boolean {
  return parts.every((part) => one[part] === other[part]);
}

const parts = ['transcript', 'input', 'agent', 'graph', 'startedAtMs', 'user'] as const;

class Filling {
  #statements: readonly Statement[] = [];
  #change: string | null = null;
  #closed: readonly Detail[] = [];
  readonly #opening;

  constructor(private readonly scene: FormScene) {
    this.#opening = openingHours(scene);
  }

  startLast(): void {
    this.#change = null;
    this.#closed = [];
  }

  hear(whole: string, earlier: readonly TranscriptMessage[]): void {
    const said = looked(whole);
    if (answerKind(said).isInquiry && !proposal.test(said)) return;
    const question = openQuestion(earlier).text;
    const all = isFixed({ question, text: said }) ? [] : detailsIn(said);
    this.#closed = all.filter((detail) => isClosed(detail, this.#opening, this.scene));
    const open = this.#closed.reduce((text, { kind }) => withDetail(text, kind, ''), said);
    const details = all.filter((detail) => !this.#closed.includes(detail));
    const dropped = droppedKind(said, details);
    if (dropped !== null) this.#replace(dropped, '');
    const changed = details.filter(({ kind }) => this.#knows(kind) && !asksFor(question, kind));
    for (const { kind, text } of details)
      if (this.#knows(kind)) this.#replace(kind, text.replace(/^on /i, ''));
    const isKnown = details.length > 0 && details.every(({ kind }) => this.#knows(kind));
    if (changed.length > 0)
      this.#change = changed.map(({ text }) => text.replace(/^(?:on|at) /i, '')).join(', ');
    const rest = details.reduce((text, { kind }) => withDetail(text, kind, ''), open);
    if ((isKnown || dropped !== null) && contentTokens(rest.replaceAll(correcting, ' ')).length === 0) return;
    const text = tellingPart(open);
    if (text === null) return;
    const newest = { question, text };
    const answered = this.#statements.findLastIndex(
      (one) => one.text === text || isAnsweredAgain(one, question),
    );
    this.#statements = answered < 0 ? [...this.#statements, newest] : this.#statements.with(answered, newest);
  }

  form(): Form {
    const statements = this.#statements.map(({ text }) => text).slice(-maxStatements);
    const open = this.#statements.filter((statement) => !isFixed(statement));
    const known = new Set(open.flatMap(({ text }) => detailsIn(text).map(({ kind }) => kind)));
    return { statements, known, change: this.#change, closed: this.#closed };
  }

  #knows(kind: DetailKind): boolean {
    return this.#statements.some(
      (one) => !isFixed(one) && detailsIn(one.text).some((detail) => detail.kind === kind),
    );
  }

  #replace(kind: DetailKind, replacement: string): void {
    this.#statements = this.#statements
      .map((one) => (isFixed(one) ? one : { ...one, text: tidied(withDetail(one.text, kind, replacement)) }))
      .filter(({ text }) => contentTokens(text).length > 0);
  }
}

/** What was told of a birth: no later day takes its place. */
function isFixed({ question, text }: Statement): boolean {
  return isOfBirth(text) || isOfBirth(question);
}

/** "Could we make it Friday?" tells as much as "Make it Friday". */
const proposal =
  /^(?!.*\b(?:open|closed?)\b).*\b(?:can|could|may|would|how about|what about|do you have|is)\b.*\?/is;

/** "Another day": the old one no longer holds. */
function droppedKind(said: string, details: readonly Detail[]): DetailKind | null {
  const kind = /\b(?:another|a different|other|change the|not that) (day|date|time|number|phone)\b/i.exec(
    said,
  )?.[1];
  const dropped = kind === undefined ? null : kinds[kind.toLowerCase() as keyof typeof kinds];
  return details.some((detail) => detail.kind === dropped) ? null : dropped;
}

const kinds = { day: 'day', date: 'day', time: 'time', number: 'phone', phone: 'phone' } as const;

function asksFor(question: string, kind: DetailKind): boolean {
  const words = {
    day: /\b(?:day|date|when)\b/i,
    time: /\b(?:time|hour|when|morning)\b/i,
    phone: /\b(?:phone|number)\b/i,
    email: /\be-?mail\b/i,
  };
  return words[kind].test(question);
}

/** Words of a correction beside the detail itself. */
const correcting =
  /\b(?:oh|no|well|but|wait|sorry|oops|hm+|actually|rather|i meant?|correction|i was wrong|make (?:it|that)|change (?:it|that)? ?(?:to)?|not|instead|better|works?|could we|can we|possible|prefer|please|then|is|how about|what about|move (?:it|that)? ?(?:to)?|take|let's|let me|do|have|would|be|i'd|i would|like|yes|ok(?:ay)?|and|it's|its|my|number|phone|new|other|another|day|time|fine|good|great|for|the|in|on|at|to)\b|\?/gi;

/** An answer to "Anything else?" adds to the statements before. */
function isAnsweredAgain(statement: Statement, question: string): boolean {
  return question !== '' && statement.question === question && !asksYesOrNo(question);
}

function tellingPart(text: string): string | null {
  const kind = answerKind(text);
  const echo = echoOf(text);
  if (echo === null || kind.isGreeting || kind.isIgnorance || kind.isFarewell || kind.offTopic !== null)
    return null;
  if (kind.isQuestion && detailsIn(text).length === 0) return null;
  const content = contentTokens(echo).length;
  return content === 0 || (content === 1 && (kind.isAffirmation || kind.isRefusal)) ? null : echo;
}

/** Longer text is cut here before it is summarized. */
const tooLong = /^(.{200}).+$/u;

/** The user's text without filler around it; null when nothing is left. */
export function echoOf(said: string): string | null {
  const withoutLead = looked(said)
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .replace(/^(?:(?:yes|no|sure|ok|okay|well|so|hi|hello|hey|please|um|uh|hm+)\b[,!.\s]*)+/i, '');
  const plain = tidied(withoutLead).replace(/,?\s+(?:please|thanks|thank you|then)$/i, '');
  return plain === '' ? null : plain.replace(tooLong, '$1…');
}

/** Without the gaps that a removed detail leaves. */
function tidied(text: string): string {
  return text
    .replaceAll(/\s+(?=[,.!?])|(?<=[\s,])[,]+/g, '')
    .replaceAll(/ {2,}/g, ' ')
    .replace(/(?:\b(?:on|at|in the|and|or)\s*)?[.!,;?\s]+$/i, '')
    .replace(/^[,;\s]+/, '')
    .trim();
}
