import { type Refusal, refuse } from '../../platform/errors/refusal.ts'

export function noSuchJob(): Refusal {
  return refuse('thing.not-found', 'Expected a job, but there is none with this id.')
}
