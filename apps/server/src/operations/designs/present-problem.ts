import type { DesignProblem } from '@millrace/contract'
import type { FileProblem } from '../../runtime/deploy/read-files.ts'

export function presentProblem({ elementId, code, message, severity }: FileProblem): DesignProblem {
  return { elementId, code, message, severity }
}
