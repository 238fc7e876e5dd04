import type { ProgressClass } from '../graph/progress-hint.js';

type Phrases = Readonly<Record<ProgressClass, readonly string[]>>;

const english: Phrases = {
  lookup: ["I'm looking that up.", "I'm still looking."],
  write: ["I'm entering that for you.", 'One more moment, I am still entering it.'],
  'external-call': ["I'm asking the other system.", 'The other system is still at work.'],
  compute: ['One moment, please.', "I'm still on it."],
  'multi-step': ['This takes a few steps, one moment, please.', "I'm on the next step."],
};

const german: Phrases = {
  lookup: ['Ich sehe kurz nach.', 'Ich suche noch.'],
  write: ['Ich trage das für Sie ein.', 'Einen Moment noch, ich trage es gerade ein.'],
  'external-call': ['Ich frage beim anderen System nach.', 'Das andere System arbeitet noch.'],
  compute: ['Einen Moment, bitte.', 'Ich bin noch dabei.'],
  'multi-step': ['Das sind ein paar Schritte, einen Moment, bitte.', 'Ich bin beim nächsten Schritt.'],
};

const french: Phrases = {
  lookup: ['Je vérifie cela.', 'Je cherche encore.'],
  write: ['Je note cela pour vous.', 'Encore un instant, je suis en train de le noter.'],
  'external-call': ["J'interroge l'autre système.", "L'autre système travaille encore."],
  compute: ["Un instant, s'il vous plaît.", "Je m'en occupe encore."],
  'multi-step': [
    "Cela demande quelques étapes, un instant, s'il vous plaît.",
    "J'en suis à l'étape suivante.",
  ],
};

const spanish: Phrases = {
  lookup: ['Lo estoy consultando.', 'Sigo buscando.'],
  write: ['Lo estoy anotando.', 'Un momento más, todavía lo estoy anotando.'],
  'external-call': ['Estoy consultando el otro sistema.', 'El otro sistema sigue trabajando.'],
  compute: ['Un momento, por favor.', 'Sigo con ello.'],
  'multi-step': ['Esto lleva unos pasos, un momento, por favor.', 'Estoy en el siguiente paso.'],
};

const byLanguage = new Map<string, Phrases>([
  ...(['eng', 'en'] as const).map((code) => [code, english] as const),
  ...(['deu', 'de'] as const).map((code) => [code, german] as const),
  ...(['fra', 'fr'] as const).map((code) => [code, french] as const),
  ...(['spa', 'es'] as const).map((code) => [code, spanish] as const),
]);

/**
 * What is said by class of work where nobody says what.
 * @param languages ISO 639-3 or two letters, the best first; where none of them is known, it is English
 */
export function progressPhrases(languages: readonly (string | null)[]): Phrases {
  const known = languages.flatMap((code) => byLanguage.get(code?.toLowerCase() ?? '') ?? []);
  return known[0] ?? english;
}
