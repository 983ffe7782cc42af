import { type Allowance, checkLength, checkList, checkText, type Meter, unlimited } from '../../meter.ts'
import { UTC, type Zone } from '../temporal/zone.ts'
import type { FeelValue } from '../values/value.ts'

/** Looks up an undeclared variable. `undefined`: no such variable. */
export type Lookup = (name: string) => FeelValue | undefined

/** Functions that wait for each other: more would use up the stack. */
const MAX_CALL_DEPTH = 300

/** The error of an evaluation that exceeds its limits. Its message is for users. */
export class LimitExceeded extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'LimitExceeded'
  }
}

/** A run of an expression: its time, time zone and allowance. */
export class Evaluation {
  readonly now: Date
  readonly allowance: Allowance
  /** The time zone of `today()`. */
  readonly zone: Zone
  readonly meter: Meter
  #depth = 0

  constructor(now: Date, allowance: Allowance, zone: Zone = UTC) {
    this.zone = zone
    this.now = now
    this.allowance = allowance
    this.meter = allowance.meter
  }

  /** @throws OutOfAllowance */
  charge(units: number): void {
    this.meter.charge(units)
  }

  /** Runs a function body one level deeper. */
  nest<T>(run: () => T): T {
    this.charge(1)
    if (this.#depth >= MAX_CALL_DEPTH) {
      throw new LimitExceeded(`Expected functions to call each other at most ${MAX_CALL_DEPTH} deep, but they go on.`)
    }
    this.#depth += 1
    try {
      return run()
    } finally {
      this.#depth -= 1
    }
  }

  /** Charges a text, or a part of `whole`, before it is made. @throws OutOfAllowance */
  checkText(length: number, whole?: number): void {
    checkText(this.allowance, length, whole)
  }

  /** Checks a list that grows item by item. @throws OutOfAllowance */
  checkLength(length: number): void {
    checkLength(this.allowance, length)
  }

  /**
   * Charges a list before it is created from existing items.
   * @throws OutOfAllowance
   */
  checkList(length: number): void {
    checkList(this.allowance, length)
  }
}

/** The evaluation of constants at compile time. It needs no allowance, because the length of the source limits it. */
export const whenCompiling = new Evaluation(new Date(0), unlimited)
