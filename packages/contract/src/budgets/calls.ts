import type { Budget } from './budget.ts'

/** Budgets of calls. */
export const callsBudgets = {
  callerCalls: {
    default: 32,
    unit: 'count',
    min: 1,
    means: 'Concurrent calls of one caller. Further calls wait.',
    code: null,
  },
  callerWaiting: {
    default: 256,
    unit: 'count',
    min: 0,
    means: 'Calls of one caller that wait for earlier calls.',
    code: 'request.too-many',
  },
  bodyRoom: {
    default: 192_000_000,
    unit: 'bytes',
    min: 60_000_000,
    means: 'Bodies of all current calls. One caller can use half of it, one workplace four fifths.',
    code: 'server.busy',
  },
  streams: {
    default: 2000,
    unit: 'count',
    min: 0,
    means:
      'Open streams of changes of one server, at most four fifths for one workplace. Other browser windows poll every 30 seconds.',
    code: 'server.busy',
  },
  callerStreams: {
    default: 20,
    unit: 'count',
    min: 0,
    means: 'Streams of changes of one user: each visible window has one.',
    code: 'request.too-many',
  },
  addressUploads: {
    default: 100_000_000,
    unit: 'bytes',
    min: 50_000_000,
    means:
      'Files of public forms that are uploaded from one address, or from one IPv6 network of 64 bits, within an hour.',
    code: 'request.too-many',
  },
  linkUploads: {
    default: 500_000_000,
    unit: 'bytes',
    min: 50_000_000,
    means: 'Files that are uploaded with one public link within an hour.',
    code: 'request.too-many',
  },
  publicUploads: {
    default: 2_000_000_000,
    unit: 'bytes',
    min: 50_000_000,
    means: 'Files that are uploaded with all public links of a workplace within an hour.',
    code: 'request.too-many',
  },
  addressConnections: {
    default: 256,
    unit: 'count',
    min: 1,
    means: 'Connections from one address, unless it is a trusted proxy. Further connections are closed.',
    code: null,
  },
} as const satisfies Record<string, Budget>
