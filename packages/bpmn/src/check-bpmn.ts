import type { XmlLimits } from '@millrace/xml'
import type { TextReaders } from './checks/texts/text-readers.ts'
import { checkTexts, type TextFault } from './checks/texts/texts.ts'
import type { ModelProblem, ProcessModel } from './model.ts'
import { readBpmn } from './read-bpmn.ts'

export interface CheckedBpmn {
  /** The executable processes, which would be deployed. Empty when the structure of the file has an error. */
  readonly processes: readonly ProcessModel[]
  /** Errors, which stop the deployment, and warnings; those of a text with its place in it. */
  readonly problems: readonly (ModelProblem | TextFault)[]
}

/**
 * Checks BPMN as a deployment does, from the text of the file to its expressions. Works without a server, so that an
 * editor can report problems while users draw.
 *
 * @param limits as for `readBpmn`.
 */
export function checkBpmn(xml: string, readers: TextReaders, limits: Partial<XmlLimits> = {}): CheckedBpmn {
  const result = readBpmn(xml, limits)
  const [processes, problems] = result.ok
    ? [result.document.processes, result.document.warnings]
    : [result.processes, result.problems]
  const executable = processes.filter(({ isExecutable }) => isExecutable)
  return {
    processes: result.ok ? executable : [],
    problems: [...problems, ...executable.flatMap((model) => checkTexts(model, readers))],
  }
}
