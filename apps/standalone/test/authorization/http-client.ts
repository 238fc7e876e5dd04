export interface Answer {
  readonly status: number;
  readonly text: string;
}

export interface HttpRequest {
  readonly method: string;
  /** From the root on, with its query. */
  readonly path: string;
  readonly headers?: Headers;
  /** An object goes as JSON. */
  readonly body?: object | undefined;
}

export type Headers = Readonly<Record<string, string>>;

export function bearing(credential: string): Headers {
  return { authorization: `Bearer ${credential}` };
}

/** The whole answer, whatever it is. */
export async function send(baseUrl: string, { method, path, headers, body }: HttpRequest): Promise<Answer> {
  const isForm = body instanceof FormData;
  const response = await fetch(`${baseUrl}${path}`, {
    method,
    headers: { ...headers, ...(body && !isForm && { 'content-type': 'application/json' }) },
    ...(body && { body: isForm ? body : JSON.stringify(body) }),
  });
  return { status: response.status, text: await response.text() };
}

/** What has to succeed. @throws Error with the answer that it got instead. */
export async function demand<Body>(baseUrl: string, request: HttpRequest): Promise<Body> {
  const { status, text } = await send(baseUrl, request);
  if (status >= 400) throw new Error(`${request.method} ${request.path}: ${status} ${text}`);
  return (text === '' ? undefined : JSON.parse(text)) as Body;
}
