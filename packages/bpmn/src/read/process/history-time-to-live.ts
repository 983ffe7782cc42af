import type { XmlElement } from '@millrace/xml'
import { textOf } from '../../vocabulary/read.ts'
import * as processes from '../../vocabulary/themes/processes.ts'
import type { ReadContext } from '../context.ts'

/** Nearly three thousand years: what is kept longer has no day on which it goes. */
const longest = 1_000_000

/** Reads the time to live of the history in days, written as `45` or `P45D`. Null when the file states none. */
export function readTimeToLive(context: ReadContext, process: XmlElement): number | null {
  const text = textOf(process, processes.process.historyTimeToLive)?.trim() ?? ''
  if (text === '') return null
  const days = /^(?:P(\d{1,9})D|(\d{1,9}))$/i.exec(text)
  const count = days === null ? null : Number(days[1] ?? days[2])
  if (count !== null && count <= longest) return count
  context.report(
    process,
    'bpmn.value-invalid',
    `Expected historyTimeToLive to be a number of days up to ${longest}, such as 45 or P45D, but found “${text}”. Correct it.`,
  )
  return null
}
