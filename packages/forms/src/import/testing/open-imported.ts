import { compile } from '../../compile/compile.ts'
import { prepareExpressions } from '../../expressions/form-expressions.ts'
import { formFeel } from '../../feel.ts'
import { Filling } from '../../filling/filling.ts'
import type { NodeInstance, Row } from '../../filling/instance.ts'
import type { JsonValues } from '../../values/value-tree.ts'
import type { ImportNote, ImportResult } from '../import-notes.ts'

/** The visible and refused fields of a form, by name; fields in rows as `name[1]`. For tests. */
export interface Outcome {
  readonly shown: readonly string[]
  readonly refused: readonly string[]
}

export interface Opened extends Outcome {
  readonly notes: readonly ImportNote[]
}

/**
 * Opens an imported form with values, for tests, and returns its visible and refused fields.
 *
 * @param nameOf returns the name of a field in the other product.
 */
export function openImported(
  result: ImportResult,
  values: JsonValues,
  nameOf: (instance: NodeInstance) => string,
): Opened {
  if (!result.ok) throw new Error(result.message)
  const compiled = compile(result.form.document, { language: formFeel })
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.problems))
  const { form } = compiled
  const context = {
    now: new Date('2026-11-24T11:00:00.000Z'),
    timeZone: 'UTC',
    dayZone: 'UTC',
    userId: 'ines',
    variables: values,
    expressions: prepareExpressions(form, formFeel),
  }
  const filling = new Filling({ form, values, context, defaults: 'all' })
  const fields = filling.listInstances().filter(({ planned, state }) => planned.data?.kind === 'field' && state.visible)
  return {
    shown: fields.map(nameOf).sort(),
    refused: fields
      .filter((instance) => filling.faultsOf(instance).length > 0)
      .map(nameOf)
      .sort(),
    notes: result.form.notes,
  }
}

/** Returns the numbers of the enclosing rows as text, from the outermost: `[1][0]`. For tests. */
export function printRows(row: Row): string {
  return row.list === null ? '' : `${printRows(row.list.row)}[${row.list.rows.indexOf(row)}]`
}
