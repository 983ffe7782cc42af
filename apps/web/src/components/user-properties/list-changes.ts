import type { ValueOfUser } from '@millrace/contract'

/** Returns the typed values that differ from the saved ones, by the key of the property. */
export function listChanges(
  values: readonly Pick<ValueOfUser, 'key' | 'value'>[],
  typed: Readonly<Record<string, string>>,
): Record<string, string> {
  return Object.fromEntries(
    values.flatMap(({ key, value }) => {
      const now = typed[key]?.trim()
      return now === undefined || now === value ? [] : [[key, now]]
    }),
  )
}
