import { checkBpmn, type ModelProblem } from '@millrace/bpmn'
import { compile } from '@millrace/expressions'
import { checkTimer, isRetryCycle } from '@millrace/time'

/** What the deployment of a drawing would say, by the same checks, without asking the server. */
export function checkDrawing(xml: string): readonly ModelProblem[] {
  return checkBpmn(xml, { compile, checkTimer, isRetryCycle }).problems
}
