import { type Allowance, compileUel, OutOfAllowance, type Scope } from '@millrace/expressions'
import { refuse } from '../../platform/errors/refusal.ts'
import { presentRefusal } from '../http/present-refusal.ts'
import { invalid, RestRefusal } from '../http/rest-refusal.ts'

/** The user and the time of a query, which its expressions can use. */
export interface QueryUser {
  readonly userId: string
  readonly groupIds: readonly string[]
  readonly now: Date
  /** The budget of all expressions of a query together. */
  readonly allowance: Allowance
}

/** Longer ones say more than who asks and when. */
const longestText = 1000

/** Evaluates an expression in a query: `${currentUser()}`, `${currentUserGroups()}`, `${now()}`, `${dateTime().plusDays(1)}`. */
export function evaluateQueryExpression(text: string, user: QueryUser): unknown {
  const own = /^\s*[$#]\{\s*(currentUser|currentUserGroups|now)\(\)\s*\}\s*$/.exec(text)?.[1]
  if (own === 'currentUser') return user.userId
  if (own === 'currentUserGroups') return user.groupIds
  if (own === 'now') return user.now
  if (text.length > longestText)
    throw invalid(`Expected an expression of at most ${longestText} characters, but it has ${text.length}.`)
  const compiled = compileUel(text)
  if (!compiled.ok) throw invalid(`Expected an expression, but “${text}” cannot be read.`)
  const scope: Scope = {
    get: () => undefined,
    set: () => {},
    setLocal: () => {},
    remove: () => {},
    names: () => [],
    objects: {},
    now: user.now,
    userId: user.userId,
    allowance: user.allowance,
  }
  try {
    return compiled.expression.evaluate(scope)
  } catch (error) {
    if (error instanceof OutOfAllowance)
      throw presentRefusal(
        refuse('budget.exceeded', `Expected the expressions of a query to take little work, but “${text}” takes more.`),
      )
    throw new RestRefusal(
      400,
      'ProcessEngineException',
      `Expected the expression “${text}” to give a value, but it failed: ${(error as Error).message}`,
      0,
    )
  }
}
