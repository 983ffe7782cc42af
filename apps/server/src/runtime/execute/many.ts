/** So many events that others may come in between. */
export const many = 2000
