import type { ErrorCode } from '../errors.ts'

/** The code of a refusal by the server, or the reason why no answer arrived. */
export type RefusalCode = ErrorCode | 'network' | 'unreadable'

/**
 * Refusals as texts for users: what happened, and what to do. The server's own messages are for API clients. This file
 * has those of all pages; others are loaded with their pages.
 */
export const refusals = {
  network: 'The server did not answer. Check the connection.',
  internal: 'An error occurred in the server. Try again. If it happens again, ask your administrator.',
  'server.busy': 'The server is busy. Try again in a few seconds.',
  'request.too-many': 'Too many attempts in a short time. Wait a minute and try again.',
  'directory.unreachable': 'Your password cannot be checked now. Try again later.',
  'session.credentials': 'User name or password is wrong, or the account is locked.',
} as const satisfies Partial<Record<RefusalCode, string>>
