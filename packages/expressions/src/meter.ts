/**
 * Counts the work of a run. One unit is about one step of an expression, 100 ns to 1 µs; native work is charged by its
 * size: characters of texts, items of lists, cells of tables, digits. The same run costs the same number of units on
 * every machine.
 */
export interface Meter {
  /** Units charged so far. */
  readonly used: number
  /** @throws OutOfAllowance when more is used than allowed, and from then on each time. */
  charge(units: number): void
}

/** The meter and the budgets of an evaluation, passed with its scope. */
export interface Allowance {
  readonly meter: Meter
  /** Whether everybody waits for it: what no meter can count, such as a script, throws `OutOfAllowance` at once. */
  readonly isOnLoop: boolean
  readonly budgets: ExpressionBudgets
}

/** The maximum sizes of the values that an expression may create or traverse, by the name of the budget. */
export interface ExpressionBudgets {
  /** Characters of a text that an expression makes. */
  readonly textLength: number
  /** Items of a list that an expression makes. */
  readonly listLength: number
  /** Levels of lists and contexts within each other. */
  readonly valueDepth: number
  /** Milliseconds of one script. */
  readonly scriptTime: number
  /** Bytes of memory of one script. */
  readonly scriptMemory: number
}

/**
 * The name of a budget of an evaluation. `inline`: units of a run for which others wait. `work`: units of a run in a
 * thread. The others limit sizes (`ExpressionBudgets`).
 */
export type BudgetName = 'inline' | 'work' | keyof ExpressionBudgets

export const expressionBudgets: ExpressionBudgets = {
  textLength: 10_000_000,
  listLength: 1_000_000,
  valueDepth: 200,
  scriptTime: 1000,
  scriptMemory: 32 * 1024 * 1024,
}

/** The error for an exceeded budget. Only the provider of the allowance handles it; nothing else may catch it. */
export class OutOfAllowance extends Error {
  readonly limit: BudgetName
  /** The limit of the budget. */
  readonly most: number

  constructor(
    limit: BudgetName,
    most: number,
    message = `Expected at most ${most} units of work, but there are more.`,
  ) {
    super(message)
    this.name = 'OutOfAllowance'
    this.limit = limit
    this.most = most
  }
}

/** Returns the cost in units of native work on a text: 64 characters cost one unit. */
export function unitsOfReading(length: number): number {
  return length >> 6
}

/**
 * Returns the cost in units of parsing an expression. Names of parts, such as a context with many entries, cost the
 * square.
 */
export function unitsOfParsing(length: number): number {
  return length * 10 + Math.floor((length * length) / 100)
}

/**
 * Charges a text, or a part of `whole`, before it is created: 16 characters cost one unit, because they also take
 * memory.
 *
 * @throws OutOfAllowance
 */
export function checkText({ meter, budgets }: Allowance, length: number, whole = length): void {
  if (whole > budgets.textLength) throw beyond('textLength', budgets.textLength, `a text of ${whole} characters`)
  meter.charge(length >> 4)
}

/**
 * Charges a list before it is created from existing items: 4 cost one unit.
 *
 * @throws OutOfAllowance
 */
export function checkList(allowance: Allowance, length: number): void {
  checkLength(allowance, length)
  allowance.meter.charge(length >> 2)
}

/** Checks the length of a list whose items are charged one by one. @throws OutOfAllowance */
export function checkLength({ budgets }: Allowance, length: number): void {
  if (length > budgets.listLength) throw beyond('listLength', budgets.listLength, `a list of ${length} items`)
}

/**
 * Checks that lists and contexts are not nested deeper than the budget allows.
 *
 * @throws OutOfAllowance
 */
export function checkDepth({ budgets }: Allowance, depth: number): void {
  if (depth > budgets.valueDepth) throw beyond('valueDepth', budgets.valueDepth, 'a value of more')
}

function beyond(limit: keyof ExpressionBudgets, most: number, what: string): OutOfAllowance {
  return new OutOfAllowance(limit, most, `Expected at most ${most} ${UNITS[limit]}, but found ${what}.`)
}

const UNITS: Readonly<Record<keyof ExpressionBudgets, string>> = {
  textLength: 'characters in a text',
  listLength: 'items in a list',
  valueDepth: 'lists and contexts within each other',
  scriptTime: 'milliseconds for a script',
  scriptMemory: 'bytes of memory for a script',
}

/** Creates the error for work that a meter cannot count, such as a script, and that must not block the event loop. */
export function outOfLoop(): OutOfAllowance {
  return new OutOfAllowance('inline', 0, 'Expected work that can be counted, but found some that cannot.')
}

/** Creates a meter with a maximum number of units. */
export function createMeter(units: number, limit: 'inline' | 'work'): Meter {
  return new Counter(units, limit)
}

/** The meter for tools and tests, without limits. */
export const unmetered: Meter = { used: 0, charge: () => {} }

/** Creates the allowance of a single evaluation, outside of any run. */
export function createAllowance(units: number): Allowance {
  return { meter: createMeter(units, 'work'), isOnLoop: false, budgets: expressionBudgets }
}

/** The allowance for tools and tests, without limits. */
export const unlimited: Allowance = { meter: unmetered, isOnLoop: false, budgets: expressionBudgets }

class Counter implements Meter {
  used = 0
  readonly #most: number
  readonly #limit: 'inline' | 'work'

  constructor(most: number, limit: 'inline' | 'work') {
    this.#most = most
    this.#limit = limit
  }

  charge(units: number): void {
    this.used += units
    if (this.used > this.#most) throw new OutOfAllowance(this.#limit, this.#most)
  }
}
