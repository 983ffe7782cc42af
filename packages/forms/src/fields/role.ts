import { namedProps, namingField } from './people.ts'

/** A field for a role, by its name. */
export const role = namingField('role', namedProps)
