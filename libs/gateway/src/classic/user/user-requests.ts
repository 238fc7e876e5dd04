import type { TextChange } from '@svc/contracts/common';
import type { CreateUserRequest, UpdateUserRequest } from '@svc/contracts/identity';
import type { z } from 'zod';
import type { Complete } from '../../services.js';
import { toPreferences } from '../../wire/preferences.js';
import type { CreateUser, UpdateUser } from './user-schemas.js';

export function toCreateUser(body: z.output<typeof CreateUser>): Omit<Complete<CreateUserRequest>, 'caller'> {
  return {
    firstName: body.first_name,
    lastName: body.last_name,
    email: body.email,
    roleName: body.role_name,
    nonsensitiveVariables: body.nonsensitive_user_variables,
    sensitiveVariables: body.sensitive_user_variables,
    preferences: body.user_preferences ? toPreferences(body.user_preferences) : undefined,
  };
}

export function toUpdateUser(
  userId: string,
  body: z.output<typeof UpdateUser>,
): Omit<Complete<UpdateUserRequest>, 'caller'> {
  return {
    userId,
    firstName: body.first_name ?? undefined,
    lastName: body.last_name ?? undefined,
    enableResponseRecommendation: body.enable_response_recommendation ?? undefined,
    conversationsVisibleToAdmins: body.conversations_visible_to_admins ?? undefined,
    userModelVisibleToAdmins: body.user_model_visible_to_admins ?? undefined,
    preferredLanguage: toTextChange(body.preferred_language),
    timezone: toTextChange(body.timezone),
    additionalContext: body.additional_context ?? [],
    audioKeyterms: body.audio_keyterms ? { values: body.audio_keyterms } : undefined,
  };
}

function toTextChange(given: string | object | null | undefined): TextChange | undefined {
  if (given === null) return { value: undefined };
  return typeof given === 'string' ? { value: given } : undefined;
}
