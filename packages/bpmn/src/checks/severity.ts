import { isCamundaLike, isFlowableLike } from '../dialects/index.ts'
import type { Severity } from '../problems.ts'
import type { ModelIndex } from '../query.ts'

/** For what only Camunda and Operaton refuse: other models keep running. */
export function errorInCamunda({ model }: ModelIndex): Severity {
  return isCamundaLike(model.dialect) ? 'error' : 'warning'
}

/** For what Flowable and Activiti let pass. */
export function warningInFlowable({ model }: ModelIndex): Severity {
  return isFlowableLike(model.dialect) ? 'warning' : 'error'
}
