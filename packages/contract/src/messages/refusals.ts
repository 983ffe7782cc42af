import type { ErrorCode } from '../errors.ts'

/** The code of a refusal by the server, or the reason why no answer arrived. */
export type RefusalCode = ErrorCode | 'network' | 'unreadable'

/**
 * Refusals as texts for users: what happened, and what to do. The server's own messages are for API clients. This file
 * has those of all pages; others are loaded with their pages.
 */
export const refusals = {
  network: 'The server did not answer. Check the connection.',
  internal: 'Something went wrong in the program. Try again; if it happens again, tell your administrator.',
  'server.busy': 'The server has too much to do at the moment. Try again in a few seconds.',
  'request.too-many': 'That was tried too often in a short time. Wait a minute and try again.',
  'session.credentials': 'User name and password do not match, or the account is locked.',
} as const satisfies Partial<Record<RefusalCode, string>>
