import type { TranscriptMessage } from '../transcript.js';
import { dayIn } from './day-in.js';
import type { InferredKey, InferredValue } from './inferred-key.js';
import { isDenied, mentions, namedIn, topicOf } from './words.js';

/** Of what was said about the key's topic, and of what was said without naming it. Both are of the class `uncertain`. */
const confidences = { onTopic: 0.6, offTopic: 0.4 } as const;

/** Longer messages are read in part. */
const maxCharacters = 20_000;

/**
 * What the person says of each key, without a model: of an enum, one of its values by name; of a boolean, yes or no to a question about
 * the topic of its description, or a statement about it; of a date, a day named with the topic. The last word counts. Keys of
 * other types, and values without a name, need a model.
 */
export function inferValues(
  keys: readonly InferredKey[],
  messages: readonly TranscriptMessage[],
): readonly InferredValue[] {
  return keys.flatMap((key) => valueOf(key, messages) ?? []);
}

interface Saying {
  readonly text: string;
  /** The message before it, where that is the agent's. */
  readonly asked: TranscriptMessage | undefined;
}

function valueOf(key: InferredKey, messages: readonly TranscriptMessage[]): InferredValue | undefined {
  const topic = topicOf(key);
  for (const [index, message] of [...messages.entries()].reverse()) {
    if (message.sender !== 'user') continue;
    const before = messages[index - 1];
    const asked = before?.sender === 'agent' ? before : undefined;
    const saying = { text: message.text.slice(0, maxCharacters), asked };
    const found = readers[key.valueType]?.(key, topic, saying);
    if (found === undefined) continue;
    const { value, isOnTopic, isAnswer } = found;
    const question = isAnswer && asked ? [asked.messageId] : [];
    return {
      ...{ key: key.key, value, saidAtMs: message.saidAtMs },
      confidence: isOnTopic ? confidences.onTopic : confidences.offTopic,
      messageIds: [...question, message.messageId],
    };
  }
  return undefined;
}

interface Found {
  readonly value: unknown;
  readonly isOnTopic: boolean;
  /** It says something only with the question. */
  readonly isAnswer: boolean;
}

type Reader = (key: InferredKey, topic: ReadonlySet<string>, saying: Saying) => Found | undefined;

const readers: Partial<Record<InferredKey['valueType'], Reader>> = {
  enum({ allowedValues }, topic, { text, asked }) {
    const named = allowedValues.filter((value) => typeof value === 'string' && namedIn(value, text));
    // Two values in one message say neither.
    if (named.length !== 1) return undefined;
    const isSaid = mentions(topic, text);
    const isAnswer = !isSaid && asked !== undefined && mentions(topic, asked.text);
    return { value: named[0], isOnTopic: isSaid || isAnswer, isAnswer };
  },

  boolean(_key, topic, { text, asked }) {
    const answer = /^\W*(yes|yeah|yep|sure|correct|no|nope|not)\b/i.exec(text)?.[1]?.toLowerCase();
    if (answer !== undefined && asked?.text.includes('?') === true && mentions(topic, asked.text))
      return { value: !answer.startsWith('no'), isOnTopic: true, isAnswer: true };
    if (text.includes('?') || !mentions(topic, text)) return undefined;
    return { value: !isDenied(text), isOnTopic: true, isAnswer: false };
  },

  date(_key, topic, { text, asked }) {
    const value = dayIn(text);
    if (value === undefined) return undefined;
    const isSaid = mentions(topic, text);
    const isAnswer = !isSaid && asked !== undefined && mentions(topic, asked.text);
    // A day alone may be of anything.
    return isSaid || isAnswer ? { value, isOnTopic: true, isAnswer } : undefined;
  },
};
