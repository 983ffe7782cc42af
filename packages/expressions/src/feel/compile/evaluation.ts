import type { FeelValue } from '../values/value.ts'

/** Variables that an expression names and nobody declared. `undefined`: no such variable. */
export type Lookup = (name: string) => FeelValue | undefined

/** How much one evaluation may do before it counts as endless. */
export interface Limits {
  /** Turns of loops and calls of functions. */
  readonly steps: number
  /** Functions that wait for each other. */
  readonly depth: number
  /** Characters of a string and items of a list that a function makes. */
  readonly size: number
}

export const DEFAULT_LIMITS: Limits = { steps: 5_000_000, depth: 300, size: 10_000_000 }

/** Thrown when an evaluation goes beyond its limits. The sentence is for the user. */
export class LimitExceeded extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'LimitExceeded'
  }
}

/** One run from its start to its result: the instant it happens and what it has used of its limits. */
export class Evaluation {
  readonly now: Date
  readonly #limits: Limits
  #steps = 0
  #depth = 0

  constructor(now: Date, limits: Limits = DEFAULT_LIMITS) {
    this.now = now
    this.#limits = limits
  }

  /** Counts turns of a loop and calls. */
  step(count = 1): void {
    this.#steps += count
    if (this.#steps > this.#limits.steps) {
      throw new LimitExceeded(`Expected the evaluation to end within ${this.#limits.steps} steps, but it goes on.`)
    }
  }

  /** Runs a function body one level deeper. */
  nest<T>(run: () => T): T {
    this.step()
    if (this.#depth >= this.#limits.depth) {
      throw new LimitExceeded(
        `Expected functions to call each other at most ${this.#limits.depth} deep, but they go on.`,
      )
    }
    this.#depth += 1
    try {
      return run()
    } finally {
      this.#depth -= 1
    }
  }

  /** Refuses to build what would not fit the memory. */
  checkSize(size: number): void {
    if (size > this.#limits.size) {
      throw new LimitExceeded(`Expected a value of at most ${this.#limits.size} parts, but it would have ${size}.`)
    }
  }
}
