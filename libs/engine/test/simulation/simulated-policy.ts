import type { FinalRuling, Ruling } from '../../src/index.js';
import type { Chances } from './chances.js';

/** Random rulings on any text. */
export class SimulatedPolicy {
  constructor(readonly chances: Chances) {}

  ruling(): Ruling {
    return this.chances.in100(20) ? { type: 'hold', otherwise: this.#final() } : this.#final();
  }

  #final(): FinalRuling {
    const { chances } = this;
    const end = chances.in100(5) ? ({ endsMessage: true } as const) : {};
    if (chances.in100(70)) return { type: 'say', ...end };
    if (chances.in100(50)) return { type: 'drop', ...end };
    return { type: 'replace', by: chances.pick(['No.', '', ' Well ', 'z'.repeat(70)]), ...end };
  }
}
