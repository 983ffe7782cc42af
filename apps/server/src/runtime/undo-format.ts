/** The format of the rows that undo a change. Increase it with each change of the rows of the engine. */
export const undoFormat = 1
