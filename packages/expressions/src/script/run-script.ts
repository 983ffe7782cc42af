import type { QuickJSContext, QuickJSHandle } from 'quickjs-emscripten-core'
import { ExpressionError, type Scope } from '../expression.ts'
import { outOfLoop } from '../meter.ts'
import { type Bridge, createBridge, type Needs } from './create-bridge.ts'
import { limitsWithin, type ScriptLimits } from './limits.ts'
import { giveBackSandbox, replaceSandbox, takeSandbox } from './load-script-engine.ts'
import { isBreakdown, type SandboxRun } from './sandbox.ts'
import { outOfTime, presentFailure, readSandboxError } from './script-failure.ts'

export interface RunnableScript {
  readonly source: string
  readonly needs: Needs
  readonly stackBytes: number
}

/** The value of a script's last statement, and what it assigned to globals. */
export interface ScriptRun {
  readonly value: unknown
  readonly globals: Readonly<Record<string, unknown>>
}

/**
 * Runs a script in a sandbox.
 * @throws ExpressionError when it fails or its result is not data; OutOfAllowance when its time or memory is used up.
 * Errors of the Scope or of the host are thrown unchanged.
 */
export function runScript(script: RunnableScript, scope: Scope, options: { wantsGlobals: boolean }): ScriptRun {
  // Nobody can count what a script does.
  if (scope.allowance.isOnLoop) throw outOfLoop()
  const { source } = script
  const limits = limitsWithin(scope.allowance.budgets, script.stackBytes)
  const sandbox = takeSandbox()
  if (sandbox === undefined) {
    const message =
      'Expected a free script engine, but there is none: call loadScriptEngine() first, and nest scripts less.'
    throw new ExpressionError(message, { source })
  }
  const bridge = createBridge(scope, script.needs)
  try {
    const result = sandbox.run(bridge.answer, limits, (run) => runIn(run, bridge, { script, limits, ...options }))
    giveBackSandbox(sandbox)
    return result
  } catch (error) {
    if (isBreakdown(error) && !bridge.faults.some((fault) => fault.error === error)) {
      replaceSandbox()
      throw new ExpressionError('Expected the script to nest less deep, but it overflowed the stack of its engine.', {
        source,
      })
    }
    giveBackSandbox(sandbox)
    throw error
  }
}

interface Task {
  readonly script: RunnableScript
  readonly limits: ScriptLimits
  readonly wantsGlobals: boolean
}

function runIn(run: SandboxRun, bridge: Bridge, { script, limits, wantsGlobals }: Task): ScriptRun {
  const { runtime, context, open, host, isOverdue } = run
  const take = (result: ReturnType<QuickJSContext['evalCode']>): QuickJSHandle => {
    if (result.error === undefined) return result.value
    throw findFailure(context, result.error, bridge, { script, limits })
  }
  const settings = context.newString(bridge.settings)
  const session = take(context.callFunction(open, context.undefined, host, settings))
  const result = take(context.evalCode(script.source, 'script', { type: 'global' }))
  const failedJob = runtime.hasPendingJob() ? runtime.executePendingJobs().error : undefined
  if (failedJob !== undefined) throw findFailure(context, failedJob, bridge, { script, limits })
  if (isOverdue()) throw outOfTime(limits)
  const ask = (name: string, ...args: QuickJSHandle[]) => {
    const text = take(context.callFunction(context.getProp(session, name), context.undefined, ...args))
    return decodeResult(context.getString(text), bridge, script)
  }
  const value = ask('encodeResult', result) ?? null
  return { value, globals: wantsGlobals ? (ask('listGlobals') as Record<string, unknown>) : {} }
}

/** A script may have replaced what the bridge works with: then its result need not be readable. */
function decodeResult(text: string, bridge: Bridge, { source }: RunnableScript): unknown {
  try {
    return bridge.wire.decode(text)
  } catch {
    throw new ExpressionError('Expected the script to end with data, but what it ended with cannot be read.', {
      source,
    })
  }
}

/** Returns an error of the host comes out as what it was when it went in. */
function findFailure(
  context: QuickJSContext,
  error: QuickJSHandle,
  bridge: Bridge,
  { script, limits }: Pick<Task, 'script' | 'limits'>,
): unknown {
  const failure = readSandboxError(context, error)
  const fault = failure.fault === undefined ? undefined : bridge.faults[failure.fault]
  return fault === undefined ? presentFailure(failure, script.source, limits) : fault.error
}
