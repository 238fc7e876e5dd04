import { InteractionKind, type InteractRequest } from '@svc/contracts/conversations';
import { z } from 'zod';

const kinds = {
  'user-message': InteractionKind.INTERACTION_KIND_USER_MESSAGE,
  'external-event': InteractionKind.INTERACTION_KIND_EXTERNAL_EVENT,
  skip: InteractionKind.INTERACTION_KIND_SKIP,
} as const;

/** A part that may stand once. */
const single = <Output>(value: z.ZodType<Output, string | undefined>) =>
  z
    .array(z.string())
    .max(1, 'must be given once')
    .transform(([first]) => first)
    .pipe(value);

/** RFC 3339 section 5.6 lets `T` and `Z` be lower case. */
const timestamp = z
  .string()
  .toUpperCase()
  .pipe(
    z.iso.datetime({
      offset: true,
      error: 'must be an RFC 3339 date-time with an offset, such as 2026-01-31T09:30:00Z',
    }),
  )
  .transform((text) => Date.parse(text));

/** The parts of a turn. A form of the older contract has `recorded_message` alone. */
export const InteractForm = z
  .object({
    initial_message_type: single(z.enum(['user-message', 'external-event', 'skip']).default('user-message')),
    recorded_message: single(z.string().optional()),
    external_event_message_content: z.array(z.string().min(1, 'must hold at least 1 character')),
    external_event_message_timestamp: z.array(timestamp),
  })
  .superRefine((form, context) => {
    const contents = form.external_event_message_content.length;
    const refuse = (part: keyof typeof form, message: string): void =>
      context.addIssue({ code: 'custom', path: [part], message, input: form[part] });
    if (form.initial_message_type === 'skip') {
      if (form.recorded_message) refuse('recorded_message', 'must be empty with skip');
      if (contents > 0) refuse('external_event_message_content', 'must not be given with skip');
    } else if (form.recorded_message === undefined) refuse('recorded_message', 'is required');
    if (form.external_event_message_timestamp.length !== contents)
      refuse('external_event_message_timestamp', 'must be given as often as external_event_message_content');
  });

export function toInteraction(
  form: z.output<typeof InteractForm>,
): Pick<InteractRequest, 'kind' | 'text' | 'externalEvents'> {
  return {
    kind: kinds[form.initial_message_type],
    text: form.recorded_message ?? '',
    externalEvents: form.external_event_message_content.map((content, index) => ({
      content,
      timestampMs: form.external_event_message_timestamp[index] ?? 0,
    })),
  };
}
