/** Of a success: more is a stream, or a server that wants to fill the memory. */
const maxBytes = 64 * 1_048_576;
/** Of an error: it is text for people, and a few fields. */
const maxErrorBytes = 1_048_576;

export interface BodyText {
  readonly text: string;
  /** Whether there was more: then it is the first part. */
  readonly isCut: boolean;
}

/** The body of a response as text: never more of it than can be meant. */
export async function bodyText(response: Response): Promise<BodyText> {
  // Some platforms have no streams.
  if (!response.body) return { text: await response.text(), isCut: false };
  const most = response.ok ? maxBytes : maxErrorBytes;
  const decoder = new TextDecoder();
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  let text = '';
  for (let size = 0; ;) {
    const { done, value } = await reader.read();
    if (done) return { text: text + decoder.decode(), isCut: false };
    text += decoder.decode(value.subarray(0, most - size), { stream: true });
    size += value.length;
    if (size <= most) continue;
    await reader.cancel().catch(() => undefined);
    return { text, isCut: true };
  }
}
