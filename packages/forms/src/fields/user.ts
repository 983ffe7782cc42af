import { documentLimits } from '../document/limits.ts'
import { code } from '../document/properties.ts'
import { namedProps, namingField } from './people.ts'

const name = (expected: string) =>
  code(documentLimits.key, (raw) => (raw.trim() !== '' && raw === raw.trim() ? null : expected))

/** A field for a user of the workplace, by username. */
export const user = namingField('user', {
  ...namedProps,
  /** Only members of the group with this key. */
  inGroup: name('the key of a group'),
  /** Only users who have the role with this name. */
  withRole: name('the name of a role'),
})
