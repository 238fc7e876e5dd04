import { z } from 'zod';
import { anyObject, listOf } from '../../schema/collections.js';
import { orNull } from '../../schema/presence.js';
import { nameText, text } from '../../schema/text.js';

export const surfaceChannels = ['web', 'email', 'sms', 'whatsapp', 'imessage', 'voice'] as const;

export const surfaceFieldTypes = [
  'text',
  'textarea',
  'date',
  'phone',
  'email',
  'number',
  'select',
  'multiselect',
  'checkbox',
  'photo',
  'signature',
  'file',
  'heading',
  'info',
] as const;

/** Whether a part of a form is shown: decided by the value of an earlier field. Exactly one comparison. */
export const SurfaceCondition = z
  .object({
    field: text({ least: 1, most: 128 }),
    equals: z.union([z.string(), z.number(), z.boolean()]).optional(),
    not_equals: z.union([z.string(), z.number(), z.boolean()]).optional(),
    in: listOf(z.union([z.string(), z.number(), z.boolean()]), { most: 100 }).optional(),
  })
  .refine(
    ({ equals, not_equals, in: among }) =>
      [equals, not_equals, among].filter((given) => given !== undefined).length === 1,
    'must have one of equals, not_equals and in',
  )
  .meta({ id: 'SurfaceConditionRequest' });

/** What is checked of a value beyond its type. Other keys are kept for whoever shows the form. */
export const SurfaceValidation = z
  .looseObject({
    min_length: z.int().min(0).optional(),
    max_length: z.int().min(0).optional(),
    min: z.number().optional(),
    max: z.number().optional(),
    pattern: text({ least: 1, most: 500 }).optional(),
  })
  .meta({ id: 'SurfaceValidationRequest' });

export const SurfaceField = z
  .object({
    key: text({ least: 1, most: 128 }),
    label: text({ least: 1, most: 256 }),
    field_type: z.enum(surfaceFieldTypes),
    required: z.boolean().default(true),
    options: orNull(listOf(text({ least: 1, most: 256 }), { most: 200 })),
    description: orNull(text({ most: 2_000 })),
    placeholder: orNull(text({ most: 256 })),
    prefill_value: z.unknown().default(null),
    validation: orNull(SurfaceValidation),
    sensitive: z.boolean().default(false),
    condition: orNull(SurfaceCondition),
    consent_text: orNull(text({ most: 5_000 })),
  })
  .meta({ id: 'SurfaceFieldRequest' });

export const SurfaceSection = z
  .object({
    title: text({ least: 1, most: 256 }),
    description: orNull(text({ most: 2_000 })),
    field_keys: listOf(text({ least: 1, most: 128 }), { most: 100 }).refine(
      (keys) => keys.length > 0,
      'must hold at least 1 item',
    ),
    condition: orNull(SurfaceCondition),
  })
  .meta({ id: 'SurfaceSectionRequest' });

const webLink = text({ most: 2_048 }).refine(
  (link) => /^https?:\/\/[^\s]+$/i.test(link),
  'must be an address that begins with https:// or http://',
);
const colour = text({ most: 32 }).regex(/^[#a-zA-Z0-9(),.% ]*$/, 'must be a colour');

export const SurfaceBranding = z
  .object({
    logo_url: orNull(webLink),
    primary_color: orNull(colour),
    background_color: orNull(colour),
    font_family: orNull(text({ most: 256 }).regex(/^[\w\s,'"-]*$/, 'must be names of fonts')),
  })
  .meta({ id: 'BrandingConfigRequest' });

export const shownShape = {
  title: nameText,
  description: orNull(text({ most: 2_000 })),
  fields: listOf(SurfaceField, { most: 200 }).refine(
    (fields) => fields.length > 0,
    'must hold at least 1 item',
  ),
  sections: orNull(listOf(SurfaceSection, { most: 100 })),
  branding: orNull(SurfaceBranding),
  completion_title: orNull(text({ most: 256 })),
  completion_message: orNull(text({ most: 2_000 })),
  completion_action_url: orNull(webLink),
  submit_button_text: orNull(text({ most: 128 })),
};
export const termsShape = {
  channel: z.enum(surfaceChannels).default('web'),
  use_case_id: orNull(z.uuid().toLowerCase()),
  expires_in_hours: z.int().min(1).max(8_760).default(168),
  context: anyObject.default({}),
  resource_type: orNull(text({ most: 64 })),
};

const shown = z.object(shownShape);
/** What a person sees of a form. */
export type ShownSurface = z.output<typeof shown>;

/** The part of a body that the person sees. */
export function shownOf(body: ShownSurface): ShownSurface {
  return shown.parse(body);
}
