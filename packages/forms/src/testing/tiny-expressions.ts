import type { Compiled } from '@millrace/expressions'
import type { FormLanguage } from '../expressions/form-expressions.ts'

/**
 * A language for tests of what surrounds expressions: `a`, `a = 5`, `a > b`, `a < "x"`, `fail`. The right side is a
 * name or JSON. Comparing with null gives null, as in FEEL.
 */
export const tinyLanguage: FormLanguage = { compile: compileTiny, presentDay: (day) => day }

function compileTiny(source: string): Compiled {
  const parts = /^(\w+)(?:\s*([=<>])\s*(.+))?$/.exec(source.trim())
  if (!parts)
    return {
      ok: false,
      problems: [{ message: `Expected a comparison, but found ${source}.`, from: 0, to: source.length }],
    }
  const [, left = '', sign, right = ''] = parts
  const rightName = /^[a-zA-Z]\w*$/.test(right) ? right : null
  return {
    ok: true,
    expression: {
      source,
      language: 'feel',
      variables: rightName === null ? [left] : [left, rightName],
      evaluate(scope) {
        if (left === 'fail')
          throw Object.assign(new Error('Expected success, but it failed.'), { name: 'ExpressionError' })
        const a = scope.get(left)
        if (sign === undefined) return a
        const b: unknown = rightName === null ? JSON.parse(right) : scope.get(rightName)
        if (sign === '=') return a === b
        if (a === null || a === undefined || b === null || b === undefined) return null
        return sign === '<' ? a < b : a > b
      },
    },
  }
}
