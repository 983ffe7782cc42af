import type { ExpressionText } from '@millrace/bpmn'
import type { BudgetValues } from '@millrace/contract'
import { type TypedValue, toPlain } from '@millrace/engine'
import {
  type Allowance,
  compile,
  createMeter,
  createReadingScope,
  type Expression,
  ExpressionError,
  type ExpressionProblem,
  OutOfAllowance,
  type Scope,
  unitsOfParsing,
} from '@millrace/expressions'
import { refuse } from '../../platform/errors/refusal.ts'
import type { Runtime } from '../runtime.ts'
import { hereOrInThread } from './here-or-in-thread.ts'
import { inThread, orRefusal } from './in-thread.ts'
import { runTime } from './time-budget.ts'

/** Expressions outside of any process, such as defaults of a form, with their variables. */
export interface TextsOccasion {
  readonly texts: readonly ExpressionText[]
  readonly variables: ReadonlyMap<string, TypedValue>
  readonly now: Date
  /** IANA name of the time zone in which local times are meant. UTC when left out. */
  readonly zone?: string
  readonly userId: string | null
}

export type TextAnswer =
  | { readonly ok: true; readonly value: unknown }
  /** `isUnreadable`: the text is no expression of a language that runs here. */
  | { readonly ok: false; readonly isUnreadable: boolean; readonly message: string }

/**
 * Evaluates several independent expressions: on the event loop, or in a worker thread when they take too long for the
 * event loop. They cannot change variables.
 *
 * @returns a function that returns the answer of each expression.
 * @throws Refusal when they exceed the budgets.
 */
export async function evaluateTexts(
  runtime: Runtime,
  workplaceId: string,
  occasion: TextsOccasion,
): Promise<(text: ExpressionText) => TextAnswer> {
  const { texts } = occasion
  const answers = texts.length === 0 ? [] : await answerAll(runtime, workplaceId, occasion)
  const known = new Map(texts.map((text, index) => [text, answers[index]]))
  return (text) => {
    const answer = known.get(text)
    if (answer === undefined) throw new Error(`Expected the expression “${text.text}” to be evaluated before.`)
    return answer
  }
}

async function answerAll(runtime: Runtime, owner: string, occasion: TextsOccasion): Promise<readonly TextAnswer[]> {
  const { budgets } = runtime
  const { texts } = occasion
  return hereOrInThread(
    runtime,
    null,
    (allowance) => texts.map((text) => evaluate(text, occasion, allowance)),
    async () => {
      const input = { occasion, budgets }
      const done = orRefusal(await inThread(runtime, { kind: 'evaluateTexts', input, owner, time: runTime(runtime) }))
      if (!done.ok) throw refuse('budget.exceeded', done.message)
      return done.answers
    },
  )
}

export interface TextsTask {
  readonly occasion: TextsOccasion
  readonly budgets: BudgetValues
}

/** Evaluates expressions, in a worker thread. */
export function evaluateTextsInThread({
  occasion,
  budgets,
}: TextsTask):
  | { readonly ok: true; readonly answers: readonly TextAnswer[] }
  | { readonly ok: false; readonly message: string } {
  const allowance = { meter: createMeter(budgets.work, 'work'), isOnLoop: false, budgets }
  try {
    return { ok: true, answers: occasion.texts.map((text) => evaluate(text, occasion, allowance)) }
  } catch (error) {
    if (error instanceof OutOfAllowance) return { ok: false, message: error.message }
    throw error
  }
}

const compiled = new WeakMap<ExpressionText, Expression | string>()

function evaluate(text: ExpressionText, occasion: TextsOccasion, allowance: Allowance): TextAnswer {
  if (text.language === 'literal') return { ok: true, value: text.text }
  const expression = compiled.get(text) ?? compileOnce(text, allowance)
  if (typeof expression === 'string') return { ok: false, isUnreadable: true, message: expression }
  try {
    return { ok: true, value: expression.evaluate(scopeOf(occasion, allowance)) }
  } catch (error) {
    if (error instanceof ExpressionError) return { ok: false, isUnreadable: false, message: error.message }
    throw error
  }
}

/** Returns texts of models stay as long as these do. */
function compileOnce(text: ExpressionText, { meter }: Allowance): Expression | string {
  meter.charge(unitsOfParsing(text.text.length))
  const answer = compile(text.language, text.text)
  const result =
    answer === null
      ? `Expected UEL, FEEL or JavaScript, but “${text.text}” is written in ${text.language}.`
      : answer.ok
        ? answer.expression
        : (answer.problems[0]?.message ?? 'The expression cannot be read.')
  compiled.set(text, result)
  return result
}

function scopeOf({ variables, now, zone = 'UTC', userId }: TextsOccasion, allowance: Allowance): Scope {
  return createReadingScope({
    get: (name) => {
      const value = variables.get(name)
      return value === undefined ? undefined : toPlain(value)
    },
    names: () => variables.keys(),
    now,
    zone,
    userId,
    allowance,
  })
}

/** Lists the errors in an expression of a language that runs in this process. */
export function listProblems({ language, text }: ExpressionText): readonly ExpressionProblem[] {
  const answer = compile(language, text)
  return answer === null || answer.ok ? [] : answer.problems
}
