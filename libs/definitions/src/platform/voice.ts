import { z } from 'zod';
import { anyObject, mapOf, objectOfAtMost } from '../schema/collections.js';
import { orNull } from '../schema/presence.js';
import { text } from '../schema/text.js';

/** Vendors of synthesized speech, as documents name them. `vendorFaults` checks what an installation knows. */
export const speechVendors = ['vendor_a', 'vendor_b'] as const;

/** Own session path, as documents name it. */
export const ownSessionProvider = 'svc';

const vendor = text({ least: 1, most: 64 }).meta({ enum: [...speechVendors] });
const sessionProvider = text({ least: 1, most: 64 }).meta({
  description: `\`${ownSessionProvider}\`, or the realtime provider that the installation names.`,
});

export const LanguageProviderEntry = z
  .object({ provider: vendor, config: objectOfAtMost(20).default({}) })
  .meta({ id: 'LanguageProviderEntryRequest' });

/** Key of a language → who speaks it. */
export const languageProviders = mapOf(text({ least: 1, most: 64 }), LanguageProviderEntry, {
  most: 10,
  what: 'languages',
});

/** Who speaks: part of an agent's voice, and of what a service changes in it. */
export const speech = {
  tts_provider: orNull(vendor),
  tts_config: orNull(anyObject),
  language_providers: orNull(languageProviders),
  session_provider: orNull(sessionProvider),
};

/** Numbers have no bounds: each vendor has its own. */
export const VoiceConfig = z
  .object({
    voice_id: text({ least: 1, most: 256 }),
    stability: z.number().default(0),
    similarity_boost: z.number().default(0),
    style: z.number().default(0),
    ...speech,
  })
  .meta({ id: 'VoiceConfigRequest' });
