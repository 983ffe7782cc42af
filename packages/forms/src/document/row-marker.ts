/**
 * The member of a JSON row with the index of the opened row, from 0. New rows have none. New rows have none. By it a
 * row keeps what its user could not change, wherever it was moved.
 */
export const rowMarker = '$row'
