import type { UserPreferences as UserPreferencesProto } from '@svc/contracts/identity';
import type { Complete } from '@svc/event-store';
import type { UserPreferences } from '../domain/preferences.js';

export function preferencesToProto(preferences: UserPreferences): Complete<UserPreferencesProto> {
  return {
    ...preferences,
    preferredLanguage: preferences.preferredLanguage ?? undefined,
    timezone: preferences.timezone ?? undefined,
    audioKeyterms: [...preferences.audioKeyterms],
  };
}

export function preferencesFromProto(message: UserPreferencesProto): UserPreferences {
  return {
    ...message,
    preferredLanguage: message.preferredLanguage ?? null,
    timezone: message.timezone ?? null,
  };
}
