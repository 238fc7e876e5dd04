let areOn = false;

/** Check it before work that only a span needs: while traces are off, this check is their whole cost. */
export function tracesAreOn(): boolean {
  return areOn;
}

export function switchTraces(to: 'on' | 'off'): void {
  areOn = to === 'on';
}
