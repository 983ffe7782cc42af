import { checkBpmn, type ModelProblem } from '@millrace/bpmn'
import { compile } from '@millrace/expressions'
import { checkTimer, isRetryCycle } from '@millrace/time'

/**
 * Returns the problems that the deployment of a diagram would report, by the same checks, without calling the server.
 */
export function checkDrawing(xml: string): readonly ModelProblem[] {
  return checkBpmn(xml, { compile, checkTimer, isRetryCycle }).problems
}
