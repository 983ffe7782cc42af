/**
 * The member by which a row in JSON says which row of the opened form it was, counted from 0. New rows have none. By it
 * a row keeps what its user could not change, wherever it was moved.
 */
export const rowMarker = '$row'
