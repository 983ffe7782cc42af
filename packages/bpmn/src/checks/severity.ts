import { rulesOf } from '../dialects/index.ts'
import type { Severity } from '../problems.ts'
import type { ModelIndex } from '../query.ts'

/** Returns the severity for what only Camunda and Operaton refuse: an error in their models, a warning in others. */
export function errorInCamunda({ model }: ModelIndex): Severity {
  return rulesOf(model).refusesDoubtful ? 'error' : 'warning'
}

/** Returns the severity for what Flowable and Activiti accept: a warning in their models, an error in others. */
export function warningInFlowable({ model }: ModelIndex): Severity {
  return rulesOf(model).letsFaultsPass ? 'warning' : 'error'
}
