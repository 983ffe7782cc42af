import type { XmlElement } from '@millrace/xml'
import { textOf } from '../../vocabulary/read.ts'
import * as processes from '../../vocabulary/themes/processes.ts'
import type { ReadContext } from '../context.ts'

/** Days, written as `45` or `P45D`. Null when nothing is stated. */
export function readTimeToLive(context: ReadContext, process: XmlElement): number | null {
  const text = textOf(process, processes.process.historyTimeToLive)?.trim() ?? ''
  if (text === '') return null
  const days = /^(?:P(\d{1,9})D|(\d{1,9}))$/i.exec(text)
  if (days !== null) return Number(days[1] ?? days[2])
  context.report(
    process,
    'bpmn.value-invalid',
    `Expected historyTimeToLive to be a number of days, such as 45 or P45D, but found “${text}”. Correct it.`,
  )
  return null
}
