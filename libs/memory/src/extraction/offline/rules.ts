/**
 * A clause that begins like the pattern says the content of its speaker, which is the value of a fact about an attribute
 * or `attribute: item`. `{1}` is the pattern's first group; `{thing}`, `{medicine}` and `{deed}` stand for each that the
 * rest of the clause names, `{dose}` for how much of it. The value `no` marks what does not hold: `{ended|denied}` are the
 * words for what no longer does and for what does not.
 */
export type Rule = readonly [pattern: string, about: string, value: string, content: string];

const am = "[Ii](?:'?m| am)";
const have = "[Ii](?:'ve| have|'m| am)?";
const weHave = `(?:${have}|[Ww]e(?:'ve| have|'re| are)?)`;
const times =
  'January|February|March|April|May|June|July|August|September|October|November|December|Tomorrow|Later|\\p{L}+day';
const title = '(?:Dr|Mrs?|Ms|Prof)\\b';
const capital = `(?!(?:I|${times})\\b|${title})\\p{Lu}[\\p{L}-]*(?:'\\p{L}{2,})?\\p{L}(?!\\p{L})`;
const name = `(?:${title}\\.? )?(${capital}(?: (?:(?:de|van|von|der|al|la) ){0,2}${capital}){0,2})`;
const place = `((?:the )?(?:St\\. )?${capital}(?: (?:(?:of|am|an|de|la|der|on|upon) ){0,2}${capital}){0,3})`;
/** After "Hi, I'm": nationalities and moods have capitals as well. */
const noName = '(?!\\p{L}+(?:ese|ish|ian|ican|man|ch)\\b|(?:Fine|Good|Great|Sorry|Back|Here|New)\\b)';
/** A person has one of these at a time, so another name is a correction. */
const onlyOne = '(wife|husband|partner|girlfriend|boyfriend|mother|father|mum|mom|dad)';
const oneOfMany =
  '(son|daughter|brother|sister|grand(?:mother|father|son|daughter)|aunt|uncle|niece|nephew|cousin|dog|cat)';
const myOrA = "(?:[Mm]y|(?:I|[Ww]e)(?:'ve got| have) an?)";
const called = "(?: |'s name is | (?:is )?(?:called|named) )";
const count = '(an?|one|two|three|four|five|six|\\d{1,2})';
const counted = '(child(?:ren)?|(?:kid|son|daughter|brother|sister|dog|cat)s?)\\b(?! \\p{L})';
const adverb =
  '(?:also |still |now |currently |really |very |severely |highly |just |recently |absolutely )?';
const no = '(?:not|no longer)';
const take = `(?:[Ii] ${adverb}take|(?:${am}|[Ii](?:'ve| have) been) ${adverb}(?:taking|on))`;
const takeNo =
  "(?:no longer (?:take|taking|on)|(?:stopped|quit) taking|don't take|do not take|not (?:taking|on)|off)";
const planNo = "(?:no longer plan(?:ning)?|don't plan|do not plan|not (?:planning|going))";
const planned =
  '(?:visit|travel|move|study|run (?:a|the)|climb|retire|marry|get married|learn|start an? (?:new )?(?:job|course|business|family))\\b';
const end = '(?=[.,!]|$)';

/** `Hi!` precedes a clause that follows a greeting. */
export const rules: readonly Rule[] = [
  [`[Mm]y (?:full |first )?name(?: is|'s) ${name}`, 'name', '{1}', 'is called {1}'],
  [`(?:(?:\\w+ )?[Cc]alls? me|${am} called|[Ii] go by) ${name}`, 'name', '{1}', 'is called {1}'],
  [`[Tt]his is ${name} (?:speaking|here|calling)`, 'name', '{1}', 'is called {1}'],
  [`^Hi! (?:${am}|[Tt]his is) ${noName}${name}${end}`, 'name', '{1}', 'is called {1}'],
  [`${weHave} ${adverb}(?:live|living) in ${place}`, 'home', '{1}', 'lives in {1}'],
  [`${weHave} ${adverb}moved (?:back )?to ${place}`, 'home', '{1}', 'moved to {1}'],
  [`${am} (married|divorced|widowed|single)${end}`, 'family: marital status', '{1}', 'is {1}'],
  [`[Ii](?:'ve got| have) ${count} ${counted}`, 'family: {2}', '{1}', 'has {1} {2}'],
  [`${am} ${adverb}allergic to `, 'allergy: {thing}', 'yes', 'is allergic to {thing}'],
  ['[Ii] have (?:an|a severe|a bad) allergy to ', 'allergy: {thing}', 'yes', 'is allergic to {thing}'],
  [`[Ii] ${adverb}have an? (\\p{L}+) allergy${end}`, 'allergy: {1}', 'yes', 'has a {1} allergy'],
  [`${am} (lactose|gluten|fructose)[- ]intolerant`, 'allergy: {1}', 'yes', 'is {1} intolerant'],
  [`${am} ${no} allergic to `, 'allergy: {thing}', 'no', 'is {no longer|not} allergic to {thing}'],
  [`(?:${take}|[Mm]y doctor put me on) `, 'medicine: {medicine}', '{dose}', 'takes {medicine}{amount}'],
  [`${have} ${takeNo} `, 'medicine: {medicine}', 'no', "{no longer takes|doesn't take} {medicine}"],
  ['[Mm]y favou?rite (\\p{L}+) is ', 'preference: favourite {1}', '{thing}', 'has a favourite {1}: {thing}'],
  [`[Ii] ${adverb}(like|love|enjoy|prefer) `, 'preference: {thing}', 'likes', '{1}s {thing}'],
  [`[Ii] ${adverb}(hate|dislike) `, 'preference: {thing}', 'dislikes', '{1}s {thing}'],
  [`[Ii] (?:don't|do not) (?:really )?like `, 'preference: {thing}', 'dislikes', "doesn't like {thing}"],
  [`[Ii] (?:really )?can't stand `, 'preference: {thing}', 'dislikes', "can't stand {thing}"],
  ['[Ii] no longer (?:like|love|enjoy) ', 'preference: {thing}', 'no', 'no longer likes {thing}'],
  [`(?:[Ii] ${adverb}(?:plan|intend)|${am} planning) to `, 'plan: {deed}', 'yes', 'plans to {deed}'],
  [`${am} planning (?=an? )`, 'plan: {deed}', 'yes', 'plans {deed}'],
  [`${am} going to (?=${planned})`, 'plan: {deed}', 'yes', 'plans to {deed}'],
  [`${have} ${planNo} to `, 'plan: {deed}', 'no', '{no longer plans|does not plan} to {deed}'],
  // Anywhere in a clause: whatever the clause says of such a person, the person exists.
  [`\\b[Mm]y ${onlyOne}${called}${name}`, 'family: {1}', '{2}', 'has a {1} called {2}'],
  [`\\b${myOrA} ${oneOfMany}${called}${name}`, 'family: {1} {2}', 'yes', 'has a {1} called {2}'],
];
