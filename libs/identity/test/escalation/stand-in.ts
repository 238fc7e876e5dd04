/** The part of a larger object that a rule needs. Any other member fails on use. */
export function standIn<Whole>(part: Partial<Whole>): Whole {
  return part as Whole;
}
