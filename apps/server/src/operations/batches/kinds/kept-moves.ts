import { type CancelMove, type Move, plainVariable, type StartMove } from '@millrace/engine'

/** A line of a modification as a batch stores it. */
export type KeptMove = CancelMove | (Omit<StartMove, 'variables'> & { readonly variables: readonly KeptVariable[] })

interface KeptVariable {
  readonly isLocal: boolean
  /** Name and value, in the stored form of the engine. */
  readonly variable: unknown
}

export function keepMoves(moves: readonly Move[]): readonly KeptMove[] {
  return moves.map((move) =>
    move.kind === 'cancel'
      ? move
      : {
          ...move,
          variables: move.variables.map(({ name, value, isLocal }) => ({
            isLocal,
            variable: plainVariable.encode({ name, value }),
          })),
        },
  )
}

export function readMoves(kept: readonly KeptMove[]): Move[] {
  return kept.map((move) =>
    move.kind === 'cancel'
      ? move
      : {
          ...move,
          variables: move.variables.map(({ isLocal, variable }) => ({
            ...plainVariable.decode(variable, 'a variable of a batch'),
            isLocal,
          })),
        },
  )
}
