import type { UserPreferences } from '@svc/contracts/identity';
import { z } from 'zod';
import type { Complete } from '../services.js';
import { list } from './collections.js';
import { sameNames } from './same-names.js';
import { shown } from './shown.js';

/** How users want to be treated, in requests. Identity checks the texts. */
export const Preferences = z.object({
  enable_response_recommendation: z.boolean().default(false),
  preferred_language: z.string().nullish(),
  conversations_visible_to_admins: z.boolean().default(true),
  user_model_visible_to_admins: z.boolean().default(true),
  timezone: z.string().nullish(),
  audio_keyterms: list(z.string()).default([]),
});

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
export const ShownPreferences = z.strictObject({
  enable_response_recommendation: z.boolean(),
  preferred_language: z.string().nullable(),
  conversations_visible_to_admins: z.boolean(),
  user_model_visible_to_admins: z.boolean(),
  timezone: z.string().nullable(),
  audio_keyterms: z.array(z.string()),
});

export function fromPreferences(preferences: UserPreferences) {
  return shown(ShownPreferences, sameNames(preferences));
}
