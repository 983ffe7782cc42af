/** Stands for no instance in history, where the column is part of the key. */
export const noInstance = '00000000-0000-0000-0000-000000000000'
