import { namedProps, namingField } from './people.ts'

/** A field for a group of the workplace, by its key. */
export const group = namingField('group', namedProps)
