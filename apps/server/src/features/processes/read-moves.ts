import type { InstanceMove } from '@millrace/contract'
import type { Modification } from '../../operations/instances/modify-instance.ts'

interface Given extends Omit<Modification, 'moves'> {
  readonly moves: readonly InstanceMove[]
}

/** A modification as the page sends it: variables are written by themselves, and all there is of an element is cancelled. */
export function readMoves(id: string, { moves, ...how }: Given): Modification & { readonly id: string } {
  return {
    id,
    ...how,
    moves: moves.map((move) => {
      if (move.kind === 'start') return { ...move, variables: [] }
      return move.by === 'key' ? { ...move, by: 'key', isOfBefore: false } : { ...move, by: move.by }
    }),
  }
}
