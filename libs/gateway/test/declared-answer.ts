import { errorTable, wireCode, type ErrorCode, type ErrorSurface } from '@svc/errors';
import { z } from 'zod';
import { errorCodesOf } from '../src/route/route-errors.js';
import type { Route } from '../src/route/route.js';

export interface Answer {
  readonly status: number;
  readonly contentType: string;
  /** Of a `HEAD` request, which gets no body. */
  readonly isHead: boolean;
  readonly text: string;
}

const FieldError = z.strictObject({
  loc: z.array(z.union([z.string(), z.number()])),
  msg: z.string(),
  type: z.string(),
});
const common = {
  message: z.string().min(1),
  error_code: z.string(),
  code: z.string(),
  request_id: z.string().min(1),
};
const ErrorBody = z.union([
  z.strictObject({ ...common, detail: z.string() }),
  z.strictObject({ ...common, detail: z.array(FieldError), errors: z.record(z.string(), z.string()) }),
]);

const FormErrorBody = z.strictObject({
  error_code: z.string(),
  message: z.string().min(1),
  reason: z.null(),
  details: z.strictObject({
    request_id: z.string().min(1),
    errors: z.record(z.string(), z.string()).optional(),
  }),
});

/** Differences from the declaration. Without a route: from the error of a path without one. */
export function faultsOfAnswer(route: Route | undefined, answer: Answer): readonly string[] {
  if (answer.status >= 400) return faultsOfError(route, answer);
  if (!route)
    return answer.status === 204 ? [] : [`answered ${answer.status}, though nothing is declared here`];
  if (answer.status === 304 && route.answer.content === 'document')
    return answer.text === '' ? [] : ['answered a body with 304'];
  if (answer.status === 204 && route.answer.content === 'json' && route.answer.orNothing !== undefined)
    return answer.text === '' ? [] : ['answered a body with 204'];
  if (answer.status !== route.answer.status)
    return [`answered ${answer.status} in place of ${route.answer.status}`];
  return faultsOfSuccess(route.answer, answer);
}

function faultsOfSuccess(declared: Route['answer'], answer: Answer): readonly string[] {
  switch (declared.content) {
    case 'nothing':
      return answer.text === '' ? [] : ['answered a body with 204'];
    case 'ndjson':
      return ofType(answer, 'application/x-ndjson');
    case 'sse':
      return ofType(answer, eventStream);
    case 'json-or-sse':
      if (isEventStream(answer)) return [];
      return [...ofType(answer, 'application/json'), ...faultsOf(declared.schema, answer.text)];
    case 'file':
      return ofType(answer, declared.mediaType);
    case 'json':
    case 'document':
      return [
        ...ofType(answer, ('mediaType' in declared && declared.mediaType) || 'application/json'),
        ...(answer.isHead ? [] : faultsOf(declared.schema, answer.text)),
      ];
  }
}

/** Each line of a stream is checked separately: a client may leave before the last one. */
export function faultsOfLine(route: Route | undefined, line: string): readonly string[] {
  return route?.answer.content === 'ndjson' ? faultsOf(route.answer.line, line) : [];
}

const eventStream = 'text/event-stream';

export function isEventStream({ contentType }: Pick<Answer, 'contentType'>): boolean {
  return contentType.split(';', 1)[0] === eventStream;
}

/** Each event of a stream is checked separately. @param frame without the blank line at its end */
export function faultsOfFrame(route: Route | undefined, frame: string): readonly string[] {
  if (!route || !('events' in route.answer) || frame.startsWith(':')) return [];
  const [, name = '', data] = /^(?:id: [^\n]+\n)?event: ([\w.]+)\ndata: ([^\n]*)$/.exec(frame) ?? [];
  if (data === undefined) return [`sent what is no event: ${frame.slice(0, 200)}`];
  const schema = route.answer.events.data[name];
  return schema ? faultsOf(schema, data) : [`sent an event ${name}, which is not declared`];
}

function faultsOfError(route: Route | undefined, answer: Answer): readonly string[] {
  if (answer.isHead) return [];
  const faults = [...ofType(answer, 'application/json'), ...faultsOf(bodyOf(route), answer.text)];
  if (faults.length > 0) return faults;
  const { error_code: code } = JSON.parse(answer.text) as { readonly error_code: string };
  const meant = errorsOnTheWire(route).get(code);
  if (meant === undefined || errorTable[meant].httpStatus !== answer.status)
    return [`answered ${answer.status} with the error code ${code}`];
  const isExpected = route ? namesOf(errorCodesOf(route), route).has(code) : meant !== 'internal_error';
  return isExpected ? [] : [`answered ${code}, which is not among its errors`];
}

function bodyOf(route: Route | undefined): z.ZodType {
  if (route) return route.isByLink ? FormErrorBody : ErrorBody;
  return z.union([ErrorBody, FormErrorBody]);
}

/** By their names; errors with the same name have one status. Without a route, those of either interface. */
function errorsOnTheWire(route: Route | undefined): ReadonlyMap<string, ErrorCode> {
  const codes = Object.keys(errorTable) as ErrorCode[];
  const surfaces: readonly ErrorSurface[] = route ? [surfaceOfRoute(route)] : ['classic', 'platform'];
  return new Map(
    surfaces.flatMap((surface) => codes.map((code) => [wireCode(code, surface), code] as const)),
  );
}

function namesOf(codes: ReadonlySet<ErrorCode>, route: Route): ReadonlySet<string> {
  return new Set([...codes].map((code) => wireCode(code, surfaceOfRoute(route))));
}

function surfaceOfRoute({ surface }: Route): ErrorSurface {
  return surface === 'platform' ? 'platform' : 'classic';
}

function ofType({ contentType }: Answer, mediaType: string): readonly string[] {
  const given = contentType.split(';', 1)[0];
  return given === mediaType ? [] : [`answered ${contentType || 'no media type'} in place of ${mediaType}`];
}

function faultsOf(schema: z.ZodType, text: string): readonly string[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return [`answered what is no JSON: ${text.slice(0, 200)}`];
  }
  const { error } = schema.safeParse(value);
  return error ? [`${z.prettifyError(error)} in ${text.slice(0, 500)}`] : [];
}
