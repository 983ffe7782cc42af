import { lookUpField } from './look-up.ts'

/** A row that a database of others answers, found by typing. */
export const sqlLookUp = lookUpField()
