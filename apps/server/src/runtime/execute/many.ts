/** The number of events after which a loop yields to other work. */
export const many = 2000
