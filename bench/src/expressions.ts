import {
  type Compiled,
  compileFeel,
  compileJavaScript,
  compileUel,
  createMeter,
  expressionBudgets,
  type Scope,
} from '@millrace/expressions'
import type { Bench } from './bench.ts'
import { compare, median, ratio } from './measure.ts'

const rounds = 5
const roundMs = 400

interface Order {
  readonly amount: number
  readonly level: string
}

const orders: readonly Order[] = Array.from({ length: 100 }, (_, index) => ({
  amount: index * 20,
  level: index % 3 === 0 ? 'gold' : 'silver',
}))

/** The condition in JavaScript, for comparison with the languages of models. */
const byHand = ({ amount, level }: Order) => amount > 1000 && level === 'gold'
const conditions = {
  UEL: compileUel("${order.amount > 1000 && order.level == 'gold'}"),
  FEEL: compileFeel('order.amount > 1000 and order.level = "gold"'),
  script: compileJavaScript('order.amount > 1000 && order.level === "gold"'),
} as const satisfies Record<string, Compiled>

export const expressionsBench: Bench = {
  name: 'expressions',
  says: 'a condition on two fields of a variable, compiled once and evaluated, beside the same condition by hand',
  run: async () => {
    const ways = Object.entries(conditions).map(
      ([name, compiled]) => [name, () => measure(evaluatorOf(compiled))] as const,
    )
    const results = await compare({ 'by hand': () => measure(byHand), ...Object.fromEntries(ways) }, rounds)
    for (const name of Object.keys(conditions)) {
      const perSecond = Math.round(median(results[name] ?? []))
      const slower = 1 / ratio(results, name, 'by hand')
      console.log(
        `  ${name}: ${perSecond.toLocaleString('en')} per second, ${slower.toFixed(0)} times what it costs by hand`,
      )
    }
  },
}

function evaluatorOf(compiled: Compiled): (order: Order) => boolean {
  if (!compiled.ok) throw new Error(compiled.problems.map(({ message }) => message).join(' '))
  const { expression } = compiled
  return (order) => expression.evaluate(scopeOf(order)) === true
}

function scopeOf(order: Order): Scope {
  return {
    get: (name) => (name === 'order' ? order : undefined),
    set: () => {},
    setLocal: () => {},
    remove: () => {},
    names: () => ['order'],
    objects: {},
    now: new Date(0),
    userId: null,
    allowance: { meter: createMeter(Number.MAX_SAFE_INTEGER, 'inline'), isOnLoop: false, budgets: expressionBudgets },
  }
}

/** Evaluations per second. Each answer is looked at, so that none is left out. */
async function measure(evaluate: (order: Order) => boolean): Promise<number> {
  const began = performance.now()
  let done = 0
  let held = 0
  while (performance.now() - began < roundMs) {
    for (const order of orders) if (evaluate(order)) held++
    done += orders.length
  }
  const expected = (done / orders.length) * orders.filter(byHand).length
  if (held !== expected) throw new Error(`Expected the condition to hold ${expected} times, but it held ${held} times.`)
  return done / ((performance.now() - began) / 1000)
}
