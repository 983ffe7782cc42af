import { createState, type InstanceState, type LoadedRows } from '@millrace/engine'
import { breathe } from '../../platform/breathe.ts'
import { many } from './many.ts'

/** Creates the state of loaded rows. Many rows are a turn of the event loop of their own, because indexing them takes long. */
export async function stateOf(rows: LoadedRows): Promise<InstanceState> {
  const isLarge = rows.variables.length + rows.elements.length > many
  if (isLarge) await breathe()
  const state = createState(rows)
  if (isLarge) await breathe()
  return state
}
