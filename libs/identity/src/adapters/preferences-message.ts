import type { UserPreferences as UserPreferencesMessage } from '@svc/contracts/identity';
import type { Complete } from '@svc/event-store';
import type { UserPreferences } from '../domain/preferences.js';

export function preferencesToMessage(preferences: UserPreferences): Complete<UserPreferencesMessage> {
  return {
    ...preferences,
    preferredLanguage: preferences.preferredLanguage ?? undefined,
    timezone: preferences.timezone ?? undefined,
    audioKeyterms: [...preferences.audioKeyterms],
  };
}

export function preferencesFromMessage(message: UserPreferencesMessage): UserPreferences {
  return {
    ...message,
    preferredLanguage: message.preferredLanguage ?? null,
    timezone: message.timezone ?? null,
  };
}
