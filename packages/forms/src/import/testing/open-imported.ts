import { compile } from '../../compile/compile.ts'
import { prepareExpressions } from '../../expressions/form-expressions.ts'
import { formFeel } from '../../feel.ts'
import { Filling } from '../../filling/filling.ts'
import type { NodeInstance, Row } from '../../filling/instance.ts'
import type { JsonValues } from '../../values/value-tree.ts'
import type { ImportNote, ImportResult } from '../import-notes.ts'

/** What a form shows and what it refuses, by the names of its fields; of rows as `name[1]`. */
export interface Outcome {
  readonly shown: readonly string[]
  readonly refused: readonly string[]
}

export interface Opened extends Outcome {
  readonly notes: readonly ImportNote[]
}

/** Opens an imported form with values, and says what it shows. `nameOf` is the name that the other program has for a field. */
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

/** The rows around a field, from the outermost: `[1][0]`. */
export function printRows(row: Row): string {
  return row.list === null ? '' : `${printRows(row.list.row)}[${row.list.rows.indexOf(row)}]`
}
