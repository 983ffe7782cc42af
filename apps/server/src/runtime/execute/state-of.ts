import { createState, type InstanceState, type LoadedRows } from '@millrace/engine'
import { breathe } from '../../platform/breathe.ts'
import { many } from './many.ts'

/** Creates the state of loaded rows. Other requests come in between where they are many, because they are indexed. */
export async function stateOf(rows: LoadedRows): Promise<InstanceState> {
  const { elements, variables } = rows
  if (elements.length + variables.length <= many) return createState(rows)
  await breathe()
  const state = createState({ ...rows, elements: [], variables: [] })
  for (const portion of portionsOf(elements)) {
    state.elements.load(portion)
    await breathe()
  }
  for (const portion of portionsOf(variables)) {
    state.variables.load(portion)
    await breathe()
  }
  return state
}

function* portionsOf<Row>(rows: readonly Row[]): Generator<readonly Row[]> {
  for (let from = 0; from < rows.length; from += many) yield rows.slice(from, from + many)
}
