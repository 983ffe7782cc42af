import { lookUpField } from './look-up.ts'

/** A field for a row of an external file, found while the user types. */
export const fileLookUp = lookUpField()
