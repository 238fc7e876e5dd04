import type { FieldChecks } from '@svc/errors';
import { isLanguageCode } from './languages.js';
import { limits } from './limits.js';

/** How the system treats a user. Organizations hold the defaults for new users. */
export interface UserPreferences {
  readonly enableResponseRecommendation: boolean;
  /** ISO 639-3 or 639-1 code. */
  readonly preferredLanguage: string | null;
  readonly conversationsVisibleToAdmins: boolean;
  readonly userModelVisibleToAdmins: boolean;
  /** IANA time zone name. */
  readonly timezone: string | null;
  readonly audioKeyterms: readonly string[];
}

export const standardPreferences: UserPreferences = {
  enableResponseRecommendation: false,
  preferredLanguage: null,
  conversationsVisibleToAdmins: true,
  userModelVisibleToAdmins: true,
  timezone: null,
  audioKeyterms: [],
};

type Location = readonly (string | number)[];

/** @param at where the preferences are in the request. */
export function checkPreferences(checks: FieldChecks, at: Location, preferences: UserPreferences): void {
  checkLanguage(checks, [...at, 'preferred_language'], preferences.preferredLanguage);
  checkTimezone(checks, [...at, 'timezone'], preferences.timezone);
  const { items, characters } = limits.audioKeyterms;
  checks.atMost([...at, 'audio_keyterms'], preferences.audioKeyterms, items);
  checks.texts([...at, 'audio_keyterms'], preferences.audioKeyterms.slice(0, items), characters);
}

const keyterm = new RegExp(`^(?=.{1,${limits.audioKeyterms.characters}}$)[a-z-]+(?: [a-z-]+){0,2}$`);
const keytermRule =
  'must be one to three lower-case words of the letters a to z and hyphens, ' +
  `within ${limits.audioKeyterms.characters} characters`;

/** Those in an update have a fixed form; the initial ones of a user or organization are any text. */
export function checkKeyterms(checks: FieldChecks, at: Location, keyterms: readonly string[]): void {
  const { items } = limits.audioKeyterms;
  checks.atMost(at, keyterms, items);
  keyterms
    .slice(0, items)
    .forEach((term, index) => checks.pattern([...at, index], term, keyterm, keytermRule));
}

export function checkLanguage(checks: FieldChecks, at: Location, code: string | null): void {
  if (code !== null && !isLanguageCode(code))
    checks.refuse(
      at,
      'must be the code of a language in ISO 639-3, such as eng, or 639-1, such as en',
      'value_error',
    );
}

export function checkTimezone(checks: FieldChecks, at: Location, name: string | null): void {
  if (name !== null && !isTimezone(name))
    checks.refuse(at, 'must be an IANA time zone name, such as Europe/Berlin', 'value_error');
}

/** Offsets such as `+02:00`, which Intl accepts too, are no names. */
function isTimezone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
