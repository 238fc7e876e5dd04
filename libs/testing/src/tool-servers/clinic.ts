/** What both tool servers serve: the appointments of a small clinic. Kept in memory; its effects are in the file. */
export class Clinic {
  readonly #appointments = new Map<string, Appointment>();

  /** Times of a day that nobody has taken. */
  openings(day: string): readonly string[] {
    const taken = [...this.#appointments.values()].filter((one) => one.day === day).map(({ time }) => time);
    return ['09:00', '10:30', '14:00', '15:30'].filter((time) => !taken.includes(time));
  }

  book(name: string, day: string, time: string): Appointment {
    const id = `appointment-${this.#appointments.size + 1}`;
    const appointment = { id, name, day, time };
    this.#appointments.set(id, appointment);
    return appointment;
  }

  find(id: string): Appointment | undefined {
    return this.#appointments.get(id);
  }

  cancel(id: string): boolean {
    return this.#appointments.delete(id);
  }
}

export interface Appointment {
  readonly id: string;
  readonly name: string;
  /** `2026-11-23`. */
  readonly day: string;
  /** `09:00`. */
  readonly time: string;
}
