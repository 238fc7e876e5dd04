import { UserPreferences } from '@svc/contracts/identity';
import { toProto } from '@svc/kernel';
import { standardPreferences } from '../src/domain/preferences.js';
import { newUser, type Demo } from './demo.js';

/** The data of one person. Each word occurs nowhere else, and is too long to occur by chance in sealed text. */
export const words = {
  firstName: 'Quirina',
  lastName: 'Zwetschgenbaum',
  email: 'qz@Mirabelle.test',
  variable: 'favourite_fruit',
  variableValue: 'greengage',
  secret: 'orchard_code',
  secretValue: '0472-1133',
  timezone: 'Europe/Zurich',
  keyterm: 'damson jam',
  note: 'keeps bees behind the house',
  otherLastName: 'Pflaumenstein',
} as const;

export const language = 'gsw';

/** A user with every kind of data, and a snapshot. */
export async function addQuirina({ owner: caller, identity }: Demo, email: string = words.email) {
  const { userId } = await identity.createUser(
    newUser(caller, {
      firstName: words.firstName,
      lastName: words.lastName,
      email,
      nonsensitiveVariables: { [words.variable]: words.variableValue },
      sensitiveVariables: { [words.secret]: words.secretValue },
      preferences: { ...toProto(UserPreferences, standardPreferences), preferredLanguage: language },
    }),
  );
  await identity.updateUser({
    caller,
    userId,
    lastName: words.otherLastName,
    timezone: { value: words.timezone },
    audioKeyterms: { values: [words.keyterm] },
    // Enough events for a snapshot.
    additionalContext: Array.from({ length: 60 }, (_, index) => `${words.note} ${index}`),
  });
  return userId;
}
