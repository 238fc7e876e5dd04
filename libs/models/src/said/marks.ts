/**
 * What a mark in a model's text means: its own thoughts, a header of a message in several channels, the end of its turn, or a
 * piece of our prompt. `none` is dropped.
 */
export type MarkKind =
  'open' | 'close' | 'header' | 'body' | 'segment-end' | 'role' | 'role-end' | 'turn-end' | 'echo' | 'none';

/** One that is complete: a tag, a control token, or a word in brackets. */
export const mark =
  /[<＜][|｜]?\/?[\w:▁-]{1,40}[|｜]?[>＞]|\[\/?[A-Z_]{3,20}\]|\[(?:BEGIN|END) FINAL RESPONSE\]|◁\/?think▷/giu;

/** The beginning of one at the end of a text. */
const begun = /(?:[<＜][|｜]?\/?[\w:▁-]{0,40}[|｜]?|\[\/?[A-Z_ ]{0,24}|◁\/?(?:t|th|thi|thin|think)?)$/iu;

/** How many characters at the end may be the beginning of a mark. */
export function begunMark(text: string): number {
  return begun.exec(text)?.[0].length ?? 0;
}

/** As the open models in use write them; the sources are their chat templates. */
const thoughts =
  '(?:think|thinking|thoughts?|reasoning|reflection|scratchpad|analysis|seed:think|longcat_think)';

const kinds: readonly (readonly [RegExp, MarkKind])[] = [
  [new RegExp(`^<\\|?${thoughts}\\|?>$`), 'open'],
  [
    /^(?:\[think\]|◁think▷|<\|begin_of_thought\|>|<\|start_thinking\|>|<\|inner_prefix\|>|<unused94>|<\|channel>)$/,
    'open',
  ],
  [new RegExp(`^<\\|?/${thoughts}\\|?>$`), 'close'],
  [
    /^(?:\[\/think\]|◁\/think▷|<\|end_of_thought\|>|<\|end_thinking\|>|<\|inner_suffix\|>|<unused95>|<channel\|>|\[begin final response\])$/,
    'close',
  ],
  [/^<\|(?:channel|start)\|>$/, 'header'],
  [/^<\|message\|>$/, 'body'],
  [/^<\|end\|>$/, 'segment-end'],
  [/^(?:<\/?(?:answer|final_answer|final|response|output)>|\[end final response\])$/, 'none'],
  [
    /^<\|(?:(?:begin|end)_of_solution|(?:start|end)_response|begin_of_text|constrain)\|>$|^<(?:s|bos)>$/,
    'none',
  ],
  [/^<(?:\|im_start\||\|start_header_id\||\|start_of_role\||start_of_turn)>$/, 'role'],
  [/^<\|(?:end_header_id|end_of_role)\|>$/, 'role-end'],
  [/^<\|.*\|>$|^<\/s>$|^<(?:eos|end_of_turn)>$|^<\/?sys>$/, 'turn-end'],
  [/^\[\/?(?:inst|system_prompt|available_tools|tool_calls|tool_results)\]$/, 'turn-end'],
  [/^<\/?(?:heard|user|known_of_user|earlier_in_conversation|transcript)>$/, 'echo'],
];

/** Null for text that only looks like a mark. */
export function kindOf(text: string): MarkKind | null {
  const plain = text.normalize('NFKC').toLowerCase();
  return kinds.find(([pattern]) => pattern.test(plain))?.[1] ?? null;
}
