/** The body of most errors. */
export interface HttpException {
  readonly detail: string;
}

/** The body of a 422: what is wrong in which field. */
export interface HttpValidationError {
  readonly detail: readonly FieldProblem[];
}
export interface FieldProblem {
  /** Such as `['body', 'name']`. */
  readonly loc: readonly (string | number)[];
  readonly msg: string;
  readonly type: string;
}

/** What `errorBody` is where the body was no JSON object, such as that of a proxy. */
export interface UnparseableErrorBody {
  readonly detail: string;
  /** Its first 8 KB. */
  readonly raw_body: string;
}

/** @param body `errorBody` of an AmigoError */
export const isHttpException = (body: unknown): body is HttpException =>
  typeof fieldOf(body, 'detail') === 'string' && !isUnparseableErrorBody(body);

/** @param body `errorBody` of an AmigoError */
export function isHttpValidationError(body: unknown): body is HttpValidationError {
  const detail = fieldOf(body, 'detail');
  return Array.isArray(detail) && detail.every(isFieldProblem);
}

/** @param body `errorBody` of an AmigoError */
export const isUnparseableErrorBody = (body: unknown): body is UnparseableErrorBody =>
  typeof fieldOf(body, 'detail') === 'string' && typeof fieldOf(body, 'raw_body') === 'string';

const isFieldProblem = (value: unknown): value is FieldProblem =>
  Array.isArray(fieldOf(value, 'loc')) &&
  typeof fieldOf(value, 'msg') === 'string' &&
  typeof fieldOf(value, 'type') === 'string';

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;
