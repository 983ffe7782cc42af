import type { ErrorsOfArea } from './errors-of-area.ts'

/** Errors of external systems. */
export const integrationErrors = {
  'external.in-use': { status: 409, means: 'Other items that are not disabled use it. The details list them.' },
  'external.environment-taken': { status: 409, means: 'The connection has values for this environment already.' },
  'external.invalid': {
    status: 422,
    means: 'A request or statement is not valid, or does not match its connection. The details give the reason.',
  },
  'external.secret-missing': {
    status: 422,
    means: 'The connection needs a secret, or has a new address and needs the secret again.',
  },
  'external.too-many': { status: 409, means: 'The external system has the maximum number of these items.' },
  'webhook.rejected': {
    status: 401,
    means: 'The signature of a delivery to a webhook is missing or wrong, or its time is too far from now.',
  },
  'look-up.failed': {
    status: 422,
    means:
      'The external system of a field did not give a valid answer. The message says what to do. The details name the fields that could not be checked.',
  },
} as const satisfies ErrorsOfArea
