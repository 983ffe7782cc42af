/**
 * The first administrator of the default workplace is made by the start of the server, and so is the password that its
 * configuration gives them: whoever may start the server on the machine may sign in to it. No call leads here.
 */
export const starting = 'start'
