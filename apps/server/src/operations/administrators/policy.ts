/**
 * The cause in the audit for the start of the server, which creates the first administrator of the default workplace
 * and sets their configured password. No API call has this cause: only somebody who can start the server on its machine
 * can cause it.
 */
export const starting = 'start'
