import { lookUpField } from './look-up.ts'

/** A row of a file of others, found by typing. */
export const fileLookUp = lookUpField()
