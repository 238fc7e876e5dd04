import type { UserPreferences } from '@svc/contracts/identity';
import { z } from 'zod';
import type { Complete } from '../services.js';
import { list } from './collections.js';
import { named, withFacts } from './documented.js';
import { sameNames } from './same-names.js';
import { shown } from './shown.js';

/** A code of ISO 639-3 or of ISO 639-1. */
export const languageText = withFacts(z.string(), {
  pattern: '^[a-z]{2,3}$',
  description: 'A code of ISO 639-3, or of ISO 639-1, in lower case.',
});

export const timeZoneText = withFacts(z.string(), {
  description: 'The name of a time zone of the IANA, such as `Europe/Berlin`.',
});

/** Words that are hard to hear. */
const audioKeyterms = list(withFacts(z.string(), { minLength: 1, maxLength: 100 }), { most: 20 });

/** How users want to be treated, in requests. Identity checks the texts. */
export const Preferences = named(
  'UserPreferencesRequest',
  z.object({
    enable_response_recommendation: z.boolean().default(false),
    preferred_language: languageText.nullish(),
    conversations_visible_to_admins: z.boolean().default(true),
    user_model_visible_to_admins: z.boolean().default(true),
    timezone: timeZoneText.nullish(),
    audio_keyterms: audioKeyterms.default([]),
  }),
);

export function toPreferences(preferences: z.output<typeof Preferences>): Complete<UserPreferences> {
  return {
    enableResponseRecommendation: preferences.enable_response_recommendation,
    preferredLanguage: preferences.preferred_language ?? undefined,
    conversationsVisibleToAdmins: preferences.conversations_visible_to_admins,
    userModelVisibleToAdmins: preferences.user_model_visible_to_admins,
    timezone: preferences.timezone ?? undefined,
    audioKeyterms: preferences.audio_keyterms,
  };
}

/** The same in responses. */
export const ShownPreferences = named(
  'UserPreferences',
  z.strictObject({
    enable_response_recommendation: z.boolean(),
    preferred_language: z.string().nullable(),
    conversations_visible_to_admins: z.boolean(),
    user_model_visible_to_admins: z.boolean(),
    timezone: z.string().nullable(),
    audio_keyterms: z.array(z.string()),
  }),
);

export function fromPreferences(preferences: UserPreferences) {
  return shown(ShownPreferences, sameNames(preferences));
}
