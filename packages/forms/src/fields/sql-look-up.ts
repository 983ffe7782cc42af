import { lookUpField } from './look-up.ts'

/** A field for a row of an external database, found while the user types. */
export const sqlLookUp = lookUpField()
