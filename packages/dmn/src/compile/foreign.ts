import {
  type Code,
  type CompiledCode,
  ExpressionError,
  type Scope as ExpressionScope,
  type FeelScope,
  type Frame,
  fromFeel,
  readName,
  toFeel,
} from '@millrace/expressions'
import { runOf } from '../evaluate/run.ts'
import { DecisionFailure, problemAt } from '../failure.ts'
import type { Text } from '../model.ts'
import type { Compiler } from './compiler.ts'

/** Compiles an expression of another language with the compiler that the caller provides. */
export function compileForeignCode(
  text: Text,
  { language, scope, compiler }: { language: string; scope: FeelScope; compiler: Compiler },
): CompiledCode<Code> {
  const compiled = compiler.compileForeign?.(language, text.text)
  if (!compiled) {
    const message = `Expected an expression in FEEL, but it is in ${language}, which cannot be run here.`
    return { ok: false, problems: [{ message, from: 0, to: text.text.length }] }
  }
  if (!compiled.ok) return compiled
  const { expression } = compiled
  const dates = compiler.mode === 'camunda' ? 'local' : 'zoned'
  return {
    ok: true,
    code: (frame) => {
      try {
        const { allowance, zone } = frame.root.evaluation
        return toFeel(expression.evaluate(createForeignScope(frame, scope, dates)), allowance, { dates, zone })
      } catch (error) {
        if (error instanceof ExpressionError) throw new DecisionFailure(problemAt(text.id, error.message))
        throw error
      }
    },
  }
}

/**
 * Creates the scope that expressions of another language see: names, results of required decisions, variables. All are
 * read-only.
 */
function createForeignScope(frame: Frame, scope: FeelScope, dates: 'local' | 'zoned'): ExpressionScope {
  const { context, variables: results, now, zone, allowance } = runOf(frame.root.evaluation)
  return {
    get(name) {
      const value = readName(frame, scope, name) ?? results.get(name)
      if (value !== undefined) return fromFeel(value, allowance, { dates, zone })
      return Object.hasOwn(context, name) ? context[name] : undefined
    },
    set: refuse,
    setLocal: refuse,
    remove: refuse,
    names: () => new Set([...Object.keys(context), ...results.keys()]),
    objects: {},
    now,
    ...('id' in zone ? { zone: zone.id } : {}),
    userId: null,
    allowance,
  }
}

function refuse(): never {
  throw new ExpressionError('Expected a decision to leave variables as they are, but it writes one.', { source: '' })
}
