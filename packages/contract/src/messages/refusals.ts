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
  internal: 'An error occurred in the server. Try again. If it happens again, ask your administrator.',
  'server.busy': 'The server is busy. Try again in a few seconds.',
  'request.too-many': 'Too many attempts in a short time. Wait a minute and try again.',
  'session.credentials': 'User name or password is wrong, or the account is locked.',
} as const satisfies Partial<Record<RefusalCode, string>>
