import { comparable } from '../../domain/text/comparable.js';
import type { MemoryExtractor, ProposedMemory } from '../memory-extractor.js';
import type { Transcript } from '../transcript.js';
import { clausesOf, takesBack } from './clauses.js';
import { findingsIn, type Finding } from './findings.js';

/** Maximum length of a message to read and of a context, in UTF-16 code units; maximum number of memories. */
const bounds = { message: 40_000, context: 200, memories: 200 } as const;

/**
 * Memories by rules, without a model: statements about oneself in plain English sentences in the first person.
 * Questions, suppositions, quotations, negations, agent messages and other languages give nothing.
 */
export function createOfflineExtractor(): MemoryExtractor {
  return {
    name: 'offline/rules',
    version: 2,
    async extract(transcript, signal) {
      signal.throwIfAborted();
      return memoriesIn(transcript);
    },
  };
}

function memoriesIn({ messages }: Transcript): readonly ProposedMemory[] {
  /** By topic, so that they can be taken back. */
  let noted: (ProposedMemory & Pick<Finding, 'fact'> & { readonly thing: string })[] = [];
  let lastSaid: string | undefined;
  for (const [index, { messageId, sender, text }] of messages.entries()) {
    if (sender !== 'user') continue;
    const takenBack = takesBack(text) ? lastSaid : undefined;
    noted = noted.filter(({ spans }) => spans[0]?.messageId !== takenBack);
    lastSaid = messageId;
    const before = messages[index - 1];
    const context = before?.sender === 'agent' ? before.text.slice(0, bounds.context).toWellFormed() : '';
    for (const clause of clausesOf(text.slice(0, bounds.message))) {
      const spans = [{ messageId, text: text.slice(clause.offset, clause.offset + clause.text.length) }];
      const findings = findingsIn(clause);
      const slipped = clause.isSlip ? noted.at(-1)?.spans : undefined;
      const about = findings[0]?.fact.attribute;
      noted = noted.filter((note) => note.spans !== slipped || note.fact.attribute !== about);
      for (const { content, fact, isDenial } of findings) {
        const thing = `${fact.attribute}: ${comparable(fact.item ?? '')}`;
        const confidence = /preference|plan/.test(fact.attribute) ? 0.8 : 0.9;
        if (isDenial) noted = noted.filter((note) => note.thing !== thing);
        else if (noted.length < bounds.memories)
          noted.push({ content, context, confidence, spans, fact, thing });
      }
    }
  }
  return noted.map(({ thing: _thing, ...memory }) => memory);
}
