import { lookUpField } from './look-up.ts'

/** A row that a REST service answers, found by typing. */
export const restLookUp = lookUpField()
