import type { FeelValue } from '../values/value.ts'
import type { Evaluation, Lookup } from './evaluation.ts'

/** The values of the names that one construct declares, in the order in which it declares them. */
export class Frame {
  readonly values: FeelValue[]
  readonly parent: Frame | null
  readonly root: Root

  constructor(values: FeelValue[], parent: Frame | null, root: Root) {
    this.values = values
    this.parent = parent
    this.root = root
  }
}

/** The state that all frames of one evaluation share. */
class Root {
  readonly evaluation: Evaluation
  readonly #lookup: Lookup
  readonly #free: (FeelValue | undefined)[] = []

  constructor(evaluation: Evaluation, lookup: Lookup) {
    this.evaluation = evaluation
    this.#lookup = lookup
  }

  /** Returns an undeclared variable, which is read once; undefined when it does not exist. */
  findFree(index: number, name: string): FeelValue | undefined {
    const known = this.#free[index]
    if (known !== undefined) return known
    const value = this.#lookup(name)
    if (value !== undefined) this.#free[index] = value
    return value
  }
}

/** A compiled expression. Never parses, never resolves a name. */
export type Code = (frame: Frame) => FeelValue

/** Creates a frame inside another one. */
export function nestFrame(parent: Frame, values: FeelValue[]): Frame {
  return new Frame(values, parent, parent.root)
}

export function openFrame(values: FeelValue[], evaluation: Evaluation, lookup: Lookup): Frame {
  return new Frame(values, null, new Root(evaluation, lookup))
}
