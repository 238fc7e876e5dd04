export async function jsonOf(response: Response): Promise<Record<string, unknown>> {
  return (await response.json()) as Record<string, unknown>;
}

export async function linesOf(response: Response): Promise<Record<string, unknown>[]> {
  const text = await response.text();
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

/** Status and error code. */
export async function outcomeOf(response: Response): Promise<unknown[]> {
  return [response.status, (await jsonOf(response))['error_code']];
}

/** Status and the fields that are reported as invalid. */
export async function brokenFieldsOf(response: Response): Promise<[number, string[]]> {
  return [response.status, Object.keys((await jsonOf(response))['errors'] as object)];
}
