import { LimitExceeded } from '../compile/evaluation.ts'

/** More parts than any honest value has. A small expression can build a value that shares its parts many times over. */
const MAX_PARTS = 5_000_000

/** Counts the parts that a walk through nested values meets, and stops a walk that would not end in time. */
export class PartCount {
  #parts = 0

  /** Counts one part, or as many as a text has characters. */
  add(parts = 1): void {
    this.#parts += parts
    if (this.#parts > MAX_PARTS) {
      throw new LimitExceeded(`Expected a value of at most ${MAX_PARTS} parts, but it has more.`)
    }
  }
}
