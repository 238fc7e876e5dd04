import { InteractionKind, type InteractRequest } from '@svc/contracts/conversations';
import { textOf, type FormPart } from '@svc/http';
import { z } from 'zod';
import type { Complete } from '../../services.js';
import { documented, named, withFacts } from '../../wire/documented.js';
import { messageFormats, type InteractQuery } from './turn-query.js';

const kinds = {
  'user-message': InteractionKind.INTERACTION_KIND_USER_MESSAGE,
  'external-event': InteractionKind.INTERACTION_KIND_EXTERNAL_EVENT,
  skip: InteractionKind.INTERACTION_KIND_SKIP,
} as const;

const once = 'must be given once';

/** RFC 3339 section 5.6 allows lower case `T` and `Z`. */
const timestamp = z
  .string()
  .toUpperCase()
  .pipe(
    z.iso.datetime({
      offset: true,
      error: 'must be an RFC 3339 date-time with an offset, such as 2026-01-31T09:30:00Z',
    }),
  )
  .transform((text) => Date.parse(text))
  .register(documented, { type: 'string', format: 'date-time' });

/** The parts of a turn. A form of the older contract has only `recorded_message`. */
export const InteractForm = named(
  'InteractionForm',
  z
    .object({
      initial_message_type: z
        .array(z.string())
        .max(1, once)
        .transform(([first]) => first)
        .pipe(z.enum(['user-message', 'external-event', 'skip']).default('user-message'))
        .register(documented, { type: 'string', enum: Object.keys(kinds), default: 'user-message' }),
      /** Text, or sound in voice. */
      recorded_message: z
        .array(z.custom<FormPart>())
        .max(1, once)
        .transform(([first]) => first)
        .register(documented, {
          type: 'string',
          maxLength: 20_000,
          description: 'What the user says; empty with skip.',
        }),
      external_event_message_content: withFacts(
        z.array(withFacts(z.string().min(1, 'must hold at least 1 character'), { maxLength: 20_000 })),
        { maxItems: 20 },
      ),
      external_event_message_timestamp: withFacts(z.array(timestamp), { maxItems: 20 }),
    })
    .superRefine((form, context) => {
      const contents = form.external_event_message_content.length;
      const refuse = (part: keyof typeof form, message: string): void =>
        context.addIssue({ code: 'custom', path: [part], message, input: form[part] });
      if (form.initial_message_type === 'skip') {
        if (form.recorded_message?.bytes.length) refuse('recorded_message', 'must be empty with skip');
        if (contents > 0) refuse('external_event_message_content', 'must not be given with skip');
      } else if (form.recorded_message === undefined) refuse('recorded_message', 'is required');
      if (form.external_event_message_timestamp.length !== contents)
        refuse(
          'external_event_message_timestamp',
          'must be given as often as external_event_message_content',
        );
    }),
);

/** @throws DomainError `invalid_request`, or `validation_failed` for invalid text. */
export function toInteraction(
  query: z.output<typeof InteractQuery>,
  form: z.output<typeof InteractForm>,
): Omit<Complete<InteractRequest>, 'caller' | 'conversationId'> {
  const recording = query.request_format === 'text' ? form.recorded_message : undefined;
  return {
    kind: kinds[form.initial_message_type],
    text: recording ? withLineFeeds(textOf(recording)) : '',
    requestFormat: messageFormats[query.request_format],
    responseFormat: messageFormats[query.response_format],
    externalEvents: form.external_event_message_content.map((content, index) => ({
      content: withLineFeeds(content),
      timestampMs: form.external_event_message_timestamp[index] ?? 0,
    })),
  };
}

/** Clients that make forms as browsers do end each line of a field with CR LF (HTML, section 4.10.21.8). */
function withLineFeeds(text: string): string {
  return text.replaceAll('\r\n', '\n');
}
