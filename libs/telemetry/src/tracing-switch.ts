let areOn = false;

/** For code that would do something for a span alone: while traces are off this check is all that they cost. */
export function tracesAreOn(): boolean {
  return areOn;
}

export function switchTraces(to: 'on' | 'off'): void {
  areOn = to === 'on';
}
