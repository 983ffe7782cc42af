/**
 * The member of a JSON row with the index of the opened row, from 0. New rows have none. By it a moved row keeps the
 * values that its user could not change.
 */
export const rowMarker = '$row'
