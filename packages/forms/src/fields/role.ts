import { namedProps, namingField } from './people.ts'

/** A role, by its name. */
export const role = namingField('role', namedProps)
