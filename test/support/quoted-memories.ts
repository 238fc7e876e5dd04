interface SaidLine {
  readonly id: string;
  readonly sender: string;
  readonly text: string;
}

/**
 * An extraction of memories as a model might return it: each user message, word for word.
 * @param prompt with the transcript in it, one JSON object a line
 */
export function quotedMemories(prompt: string): string {
  const lines = prompt
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as SaidLine);
  const memories = lines
    .filter(({ sender }) => sender === 'user')
    .map(({ id, text }) => ({
      content: `Said: ${text.trim()}`,
      context: 'A talk',
      confidence: 0.9,
      attribute: null,
      item: null,
      value: null,
      quotes: [{ message: id, text }],
    }));
  return JSON.stringify({ memories });
}
