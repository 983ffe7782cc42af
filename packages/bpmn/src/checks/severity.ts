import { rulesOf } from '../dialects/index.ts'
import type { Severity } from '../problems.ts'
import type { ModelIndex } from '../query.ts'

/** For what only Camunda and Operaton refuse: other models keep running. */
export function errorInCamunda({ model }: ModelIndex): Severity {
  return rulesOf(model).refusesDoubtful ? 'error' : 'warning'
}

/** For what Flowable and Activiti let pass. */
export function warningInFlowable({ model }: ModelIndex): Severity {
  return rulesOf(model).letsFaultsPass ? 'warning' : 'error'
}
