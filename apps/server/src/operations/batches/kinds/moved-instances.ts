import type { MigrationPlan, StartMove } from '@millrace/engine'
import { Refusal } from '../../../platform/errors/refusal.ts'
import { migrateInstance } from '../../instances/migrate-instances.ts'
import { type Modification, modifyInstance } from '../../instances/modify-instance.ts'
import { refuseOthers } from '../../instances/of-definition.ts'
import { type Restart, restartInstances } from '../../processes/restart-instances.ts'
import { defineBatchKind } from '../batch-kind.ts'
import { type KeptMove, readMoves } from './kept-moves.ts'
import { type KeptVariables, readKept } from './variables.ts'

export type KeptModification = Omit<Modification, 'moves' | 'variables'> &
  Partial<KeptVariables> & {
    readonly definitionId: string
    readonly moves: readonly KeptMove[]
  }

/** The kind of batch that moves tokens of instances of one version. */
export const modification = defineBatchKind<KeptModification>({
  right: 'instances.operate',
  subject: 'instance',
  isOfEngine: true,
  doTo: async (context, request, { id, action }, extras) => {
    const { definitionId, moves, variables = [], ...options } = action
    const other = await refuseOthers(context, request, { definitionId, ids: [id] })
    const given = { moves: readMoves(moves), variables: readKept({ variables }) }
    return other ?? modifyInstance(context, request, { id, ...given, ...options }, extras)
  },
})

export interface KeptMigration extends KeptVariables {
  readonly plan: MigrationPlan
  readonly skipsListeners: boolean
  readonly skipsIoMappings: boolean
  readonly note: string | null
}

/** The kind of batch that migrates instances to another version by a plan. */
export const migration = defineBatchKind<KeptMigration>({
  right: 'instances.operate',
  subject: 'instance',
  isOfEngine: true,
  doTo: (context, request, { id, action }, extras) =>
    migrateInstance(context, request, { ...action, id, variables: readKept(action) }, extras),
})

export type KeptRestart = Omit<Restart, 'moves'> & { readonly moves: readonly KeptMove[] }

/** The kind of batch that starts a new instance for each ended one. */
export const restart = defineBatchKind<KeptRestart>({
  right: 'instances.restart',
  subject: 'instance',
  isOfEngine: true,
  doTo: async (context, request, { id, action }, extras) => {
    const moves = readMoves(action.moves).filter((move): move is StartMove => move.kind === 'start')
    const started = await restartInstances(context, request, { ...action, moves, ids: [id] }, extras)
    return started instanceof Refusal ? started : null
  },
})
