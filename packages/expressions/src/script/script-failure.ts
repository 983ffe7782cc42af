import type { QuickJSContext, QuickJSHandle } from 'quickjs-emscripten-core'
import { ExpressionError } from '../expression.ts'
import { OutOfAllowance } from '../meter.ts'
import type { ScriptLimits } from './limits.ts'

/** The report of a sandbox about an error that the script did not catch. */
export interface SandboxError {
  name: string
  message: string
  stack: string
  /** Number of the host's error that the script let through. */
  fault: number | undefined
}

/**
 * Reads an error from the sandbox. A script may throw any value, and its getters may run here, so every access is
 * guarded.
 */
export function readSandboxError(context: QuickJSContext, error: QuickJSHandle): SandboxError {
  const read = (name: string) => {
    if (context.typeof(error) !== 'object') return ''
    const handle = context.getProp(error, name)
    return ['string', 'number'].includes(context.typeof(handle)) ? context.getString(handle).slice(0, 2000) : ''
  }
  const isObject = context.typeof(error) === 'object'
  const message = isObject
    ? read('message')
    : context.typeof(error) === 'symbol'
      ? 'a symbol'
      : context.getString(error)
  const fault = read('fault')
  const name = isObject ? read('name') : ''
  return {
    name,
    message: message.slice(0, 2000),
    stack: read('stack'),
    fault: fault === '' ? undefined : Number(fault),
  }
}

/** Finds the offset of the innermost position of the script in a stack trace. */
export function findPosition(source: string, stack: string): number | undefined {
  const place = /\bscript:(\d+)(?::(\d+))?/.exec(stack)
  if (place === null) return undefined
  const lines = source.split('\n')
  const line = Math.min(Number(place[1]), lines.length) - 1
  const start = lines.slice(0, line).reduce((sum, text) => sum + text.length + 1, 0)
  return Math.min(start + Number(place[2] ?? 1) - 1, source.length)
}

/** Returns the error that a failed run ends with. */
export function presentFailure(
  error: SandboxError,
  source: string,
  limits: ScriptLimits,
): ExpressionError | OutOfAllowance {
  if (error.name === 'InternalError' && error.message === 'interrupted') return outOfTime(limits)
  if (error.name === 'InternalError' && error.message === 'out of memory') return outOfMemory(limits)
  const from = findPosition(source, error.stack)
  const at = from === undefined ? { source } : { source, from, to: Math.min(from + 1, source.length) }
  return new ExpressionError(presentSentence(error), at)
}

/** Creates the error of a script that exceeded its time. */
export function outOfTime({ timeMs }: ScriptLimits): OutOfAllowance {
  const message = `Expected the script to end within ${timeMs} ms, but it was still running.`
  return new OutOfAllowance('scriptTime', timeMs, message)
}

function outOfMemory({ memoryBytes }: ScriptLimits): OutOfAllowance {
  const message = `Expected the script to use at most ${memoryBytes} bytes of memory, but it asked for more.`
  return new OutOfAllowance('scriptMemory', memoryBytes, message)
}

function presentSentence({ name, message }: SandboxError): string {
  if (name === 'InternalError' && message === 'stack overflow') {
    return 'Expected the script to call less deep, but its stack overflowed.'
  }
  const missing = /^'(java|javax|org|com|Java|Packages|JavaImporter)' is not defined/.exec(message)?.[1]
  if (missing !== undefined) {
    return `Expected a script that does without Java, but it needs '${missing}' (ReferenceError: ${message}).`
  }
  const thrown = [name, message].filter((part) => part !== '').join(': ')
  return `Expected the script to run to its end, but it failed with ${thrown === '' ? 'what is no error, as when memory runs out' : thrown}.`
}
