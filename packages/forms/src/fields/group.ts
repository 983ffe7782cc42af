import { namedProps, namingField } from './people.ts'

/** A group of the workplace, by its key. */
export const group = namingField('group', namedProps)
