/** What holds for each turn, with facts in any order. */
export const rules = [
  'a turn ends',
  'a turn fails with the model or for want of words alone, and is cancelled by a stop alone',
  'nothing follows the end',
  'a turn completes with its one commit, once that is acknowledged',
  'a call is named by its subject, and no other has its name',
  'a command is answered once or taken back once',
  'a call shows what was heard, and what was thought since',
  'a call is recorded with what was asked, tried and read',
  'choices are those of the model',
  'a turn goes on with a choice as soon as it is known',
  'a turn is stored with the reasons of its choices',
  'the message of a state just entered is worded beside its judgement, as often as it may',
  'nothing is heard of a message before it is chosen',
  'a message that is not chosen is taken back at once',
  'a turn is stored with what it has worded in vain',
  'the walk leads along the graph',
  'each state is left once, and few that the turn has entered',
  'what is told is what is left',
  'pieces come in order, and the last one is empty',
  'the message is what the model said',
  'what policies let be said is said, and nothing else',
  'no text waits longer than it may',
  'what falls out of the window is summed up as the model said, and stored with its cost',
  'the same facts give the same commands',
  'what is recorded gives the same commands',
] as const;
export type Rule = (typeof rules)[number];

export class BrokenRule<R extends string = Rule> extends Error {
  override readonly name = 'BrokenRule';

  constructor(
    readonly rule: R,
    detail: string,
  ) {
    super(`${rule}: ${detail}`);
  }
}

/** @throws BrokenRule */
export function must<R extends string = Rule>(rule: R, holds: boolean, detail: () => string): void {
  if (!holds) throw new BrokenRule(rule, detail());
}
