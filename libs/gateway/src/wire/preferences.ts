import type { UserPreferences } from '@svc/contracts/identity';
import { z } from 'zod';
import { list } from './collections.js';

/** How users are treated (contract-classic.md 1.3). What may stand in the texts is identity's to judge. */
export const Preferences = z.object({
  enable_response_recommendation: z.boolean().default(false),
  preferred_language: z.string().nullish(),
  conversations_visible_to_admins: z.boolean().default(true),
  user_model_visible_to_admins: z.boolean().default(true),
  timezone: z.string().nullish(),
  audio_keyterms: list(z.string()).default([]),
});

export function toPreferences(preferences: z.output<typeof Preferences>): UserPreferences {
  return {
    enableResponseRecommendation: preferences.enable_response_recommendation,
    preferredLanguage: preferences.preferred_language ?? undefined,
    conversationsVisibleToAdmins: preferences.conversations_visible_to_admins,
    userModelVisibleToAdmins: preferences.user_model_visible_to_admins,
    timezone: preferences.timezone ?? undefined,
    audioKeyterms: preferences.audio_keyterms,
  };
}

/** The Preferences object of answers (4.1): every key is present. */
export function fromPreferences(preferences: UserPreferences) {
  return {
    enable_response_recommendation: preferences.enableResponseRecommendation,
    preferred_language: preferences.preferredLanguage ?? null,
    conversations_visible_to_admins: preferences.conversationsVisibleToAdmins,
    user_model_visible_to_admins: preferences.userModelVisibleToAdmins,
    timezone: preferences.timezone ?? null,
    audio_keyterms: preferences.audioKeyterms,
  };
}
