/** Of the rows by which a change is undone: goes up with each change of the rows of the engine. */
export const undoFormat = 1
