import type { ProcessModel } from '@millrace/bpmn'
import { canBeOpen } from './generate-plan.ts'
import { hasTrigger, listPlacesIn, type Place } from './places.ts'

/** An element of a model where an instance can wait, with its properties that matter for a plan. */
export interface MigrationPlace extends Place {
  readonly hasTrigger: boolean
}

/** Lists the places that a migration plan can map, each scope before the places in it. */
export function listMigrationPlaces(model: ProcessModel): MigrationPlace[] {
  const found: MigrationPlace[] = []
  const waiting = listPlacesIn(model, null).toReversed()
  for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
    if (canBeOpen(model, place)) found.push({ ...place, hasTrigger: hasTrigger(place) })
    waiting.push(...listPlacesIn(model, place).toReversed())
  }
  return found
}
