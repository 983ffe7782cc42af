/**
 * The cause in the audit for the start of the server, which creates the first administrator of the default workplace
 * and sets their configured password. No call has this cause: it takes permission to start the server on the machine.
 */
export const starting = 'start'
