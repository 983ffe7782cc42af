import { compileUel, createAllowance, type Scope } from '@millrace/expressions'
import { invalid, RestRefusal } from '../http/rest-refusal.ts'

/** Who asks, and when: what expressions in queries may use. */
export interface QueryUser {
  readonly userId: string
  readonly groupIds: readonly string[]
  readonly now: Date
}

/** Evaluates an expression in a query: `${currentUser()}`, `${currentUserGroups()}`, `${now()}`, `${dateTime().plusDays(1)}`. */
export function evaluateQueryExpression(text: string, user: QueryUser): unknown {
  const own = /^\s*[$#]\{\s*(currentUser|currentUserGroups|now)\(\)\s*\}\s*$/.exec(text)?.[1]
  if (own === 'currentUser') return user.userId
  if (own === 'currentUserGroups') return user.groupIds
  if (own === 'now') return user.now
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
    allowance: createAllowance(100_000),
  }
  try {
    return compiled.expression.evaluate(scope)
  } catch (error) {
    throw new RestRefusal(
      400,
      'ProcessEngineException',
      `Expected the expression “${text}” to give a value, but it failed: ${(error as Error).message}`,
      0,
    )
  }
}
