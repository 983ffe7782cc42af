import { batch, batches, batchKind, batchNow, batchStart, batchState } from './batches.ts'
import { cleanUp, historyLevel } from './clean-up.ts'
import { definition, definitions } from './definitions.ts'
import { incidentGroup, incidentGroupState, incidentGroups, incidentType } from './incident-groups.ts'
import { moves } from './moves.ts'
import { operatedInstance } from './operated-instance.ts'
import { simulation } from './simulation.ts'

/** Texts of pages below Process Engine in the menu: the browser loads them with the first of these. */
export const engineTexts = {
  batch,
  batches,
  batchKind,
  batchNow,
  batchStart,
  batchState,
  cleanUp,
  definition,
  definitions,
  historyLevel,
  incidentGroup,
  incidentGroups,
  incidentGroupState,
  incidentType,
  moves,
  operatedInstance,
  simulation,
} as const
