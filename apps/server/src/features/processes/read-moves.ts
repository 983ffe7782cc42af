import type { InstanceMove, MigrationOrder, MovePlan, RestartOrder, WrittenVariable } from '@millrace/contract'
import type { PlainVariable } from '@millrace/engine'
import type { Migration } from '../../operations/instances/migrate-instances.ts'
import type { Modification } from '../../operations/instances/modify-instance.ts'
import type { Restart } from '../../operations/processes/restart-instances.ts'
import { readWrittenValue } from '../../operations/variables/read-written-value.ts'
import { Refusal } from '../../platform/errors/refusal.ts'

type Read<T> = Omit<T, 'variables' | 'note'> & { readonly variables: readonly PlainVariable[] }

/** Reads moves of tokens in a body. Refuses a value that does not fit its type. */
export function readModification({ moves, variables, ...skips }: MovePlan): Read<Modification> | Refusal {
  const values = readVariables(variables)
  return values instanceof Refusal ? values : { moves: moves.map(readMove), variables: values, ...skips }
}

/** Reads a migration plan for a version from a body. */
export function readMigration(
  sourceId: string,
  { targetId, instructions, variables, skipsListeners, skipsIoMappings }: MigrationOrder,
): Read<Migration> | Refusal {
  const values = readVariables(variables)
  if (values instanceof Refusal) return values
  return { plan: { sourceId, targetId, instructions }, variables: values, skipsListeners, skipsIoMappings }
}

export function readRestart({ moves, ...order }: RestartOrder & { readonly definitionId: string }): Restart {
  return { ...order, moves: moves.map((move) => ({ ...move, variables: [] })) }
}

function readMove(move: InstanceMove): Modification['moves'][number] {
  if (move.kind === 'start') return { ...move, variables: [] }
  const { isOfBefore, ...cancel } = move
  return move.by === 'key' ? { ...cancel, by: 'key', isOfBefore } : { ...cancel, by: move.by }
}

/** Reads the variables of a message or a change. Refuses a value that does not fit its type. */
export function readVariables(written: readonly WrittenVariable[]): PlainVariable[] | Refusal {
  const read: PlainVariable[] = []
  for (const [index, { name, type, text }] of written.entries()) {
    const value = readWrittenValue(type, text)
    if (value instanceof Refusal) {
      const message = `Variable “${name}”: ${value.message}`
      return new Refusal(
        value.code,
        message,
        value.details.map((detail) => ({ ...detail, where: `variables.${index}.text` })),
      )
    }
    read.push({ name, value })
  }
  return read
}
