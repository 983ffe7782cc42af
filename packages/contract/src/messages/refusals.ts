import type { ErrorCode } from '../errors.ts'

/** What an answer of the server is, or what came in its place. */
export type RefusalCode = ErrorCode | 'network' | 'unreadable'

/**
 * Refusals in the words of those who work in the browser: what happened, and what to do. The server's own sentences are
 * for programs that call it. Here is what can happen on any page; the rest
 * comes with the pages.
 */
export const refusals = {
  network: 'The server did not answer. Check the connection.',
  internal: 'Something went wrong in the program. Try again; if it happens again, tell your administrator.',
  'server.busy': 'The server has too much to do at the moment. Try again in a few seconds.',
  'request.too-many': 'That was tried too often in a short time. Wait a minute and try again.',
  'session.credentials': 'User name and password do not match, or the account is locked.',
} as const satisfies Partial<Record<RefusalCode, string>>
