import type { XmlElement } from '@millrace/xml'
import { textOf } from '../../vocabulary/read.ts'
import * as processes from '../../vocabulary/themes/processes.ts'
import type { ReadContext } from '../context.ts'

/** A name, with a `*` at its start, its end or both for anything. */
const name = /^\*?[\p{L}\p{N}_.-]+\*?$/u

/** Reads the names of restricted variables, with commas between them, such as `salary, iban*`. */
export function readRestricted(context: ReadContext, process: XmlElement): string[] {
  const text = textOf(process, processes.process.restrictedVariables) ?? ''
  const names = text
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')
  const wrong = names.find((one) => !name.test(one))
  if (wrong !== undefined)
    context.report(
      process,
      'bpmn.value-invalid',
      `Expected restrictedVariables to be names of variables with commas between them, such as “salary, iban*”, but found “${wrong}”. Correct it.`,
    )
  return names
}
