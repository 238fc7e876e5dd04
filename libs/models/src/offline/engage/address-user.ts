/** Authors write about "the user"; the agent speaks to them. Order matters: longer forms first. */
const replacements: readonly (readonly [pattern: RegExp, replacement: string])[] = [
  [/\bthe (user|customer|caller|client|visitor|guest|patient|member|person)(?:'s|’s)/gi, 'your'],
  [/\b(whether|if|that|what|which|why|how|when) the (user|customer|caller|client|visitor|guest|patient|member|person) (is|has|does|was|wants|needs|likes|prefers)\b/gi, ''],
  [/\bthe (user|customer|caller|client|visitor|guest|patient|member|person)\b/gi, 'you'],
  [/\btheirs\b/gi, 'yours'],
  [/\btheir\b/gi, 'your'],
  [/\bthemselves\b/gi, 'yourself'],
  [/\b(them|they)\b/gi, 'you'],
];
