import type { UserPreferences as UserPreferencesMessage } from '@svc/contracts/identity';
import type { UserPreferences } from '../domain/preferences.js';

export function preferencesToMessage(preferences: UserPreferences): UserPreferencesMessage {
  return { ...preferences, audioKeyterms: [...preferences.audioKeyterms] };
}
