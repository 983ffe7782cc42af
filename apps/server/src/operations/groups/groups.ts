import { type Refusal, refuse } from '../../platform/errors/refusal.ts'

export function noSuchGroup(): Refusal {
  return refuse('thing.not-found', 'Expected a group of this workplace, but there is none with this key.')
}
