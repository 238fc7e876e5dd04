import type { MemoryExtractor, ProposedMemory } from '../src/extraction/memory-extractor.js';
import type { Transcript } from '../src/extraction/transcript.js';

/** Makes a memory of each user message, word for word. One that begins with "Home: " is about their home, up to a comma. */
export class ScriptedExtractor implements MemoryExtractor {
  readonly name = 'scripted';
  version = 1;
  /** Thrown by this many of the next runs. */
  failures = 0;
  failure: Error = new RangeError('It said Ada lives in Paris.');
  /** Awaited when a run has its memories. */
  whenExtracted: () => void | Promise<void> = () => undefined;
  /** Messages that it skips. */
  readonly overheard = new Set<string>();
  /** How often it was asked. */
  runs = 0;

  async extract({ messages }: Transcript): Promise<readonly ProposedMemory[]> {
    this.runs += 1;
    if (this.failures > 0) {
      this.failures -= 1;
      throw this.failure;
    }
    await this.whenExtracted();
    return messages
      .filter(({ sender, text }) => sender === 'user' && !this.overheard.has(text))
      .map(({ messageId, text }) => ({
        content: `Said: ${text}`,
        context: 'A talk',
        confidence: 0.9,
        spans: [{ messageId, text }],
        fact: text.startsWith('Home: ')
          ? { attribute: 'home', item: null, value: text.slice('Home: '.length).split(',')[0] ?? '' }
          : null,
      }));
  }
}
