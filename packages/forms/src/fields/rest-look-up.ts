import { lookUpField } from './look-up.ts'

/** A field for a row of a REST service, found while the user types. */
export const restLookUp = lookUpField()
