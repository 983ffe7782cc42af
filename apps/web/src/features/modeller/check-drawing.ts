import { checkBpmn, type ModelProblem, type TextReaders } from '@millrace/bpmn'
import { compile } from '@millrace/expressions'
import { checkTimer, isRetryCycle } from '@millrace/time'

/** What the deployment of a drawing would say, by the same checks, without asking the server. */
export function checkDrawing(xml: string): readonly ModelProblem[] {
  return checkBpmn(xml, { compile, ...readTimes() }).problems
}

/** Not every browser has `Temporal` yet: there, times are left to the deployment. */
function readTimes(): Pick<TextReaders, 'checkTimer' | 'isRetryCycle'> {
  if (typeof Temporal !== 'undefined') return { checkTimer, isRetryCycle }
  return { checkTimer: () => ({ ok: true }), isRetryCycle: () => true }
}
