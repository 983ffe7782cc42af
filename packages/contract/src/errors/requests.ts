import type { ErrorsOfArea } from './errors-of-area.ts'

/** Errors of requests, records and lists. */
export const requestsErrors = {
  'request.invalid': { status: 400, means: 'A field, parameter or body does not have the expected shape.' },
  'request.too-large': { status: 413, means: 'The body or a file in it is larger than allowed.' },
  'request.headers-too-large': { status: 431, means: 'The address and the headers of the request are too large.' },
  'request.too-slow': { status: 408, means: 'The request did not arrive in time.' },
  'request.too-many': { status: 429, means: 'Too many requests of this kind in a short time. Wait a minute.' },
  'request.too-costly': {
    status: 422,
    means: 'The query takes longer than allowed. Narrow it down.',
  },
  'request.running': {
    status: 409,
    means: 'A request with this Idempotency-Key is still being processed. Send it again after Retry-After.',
  },
  'request.interrupted': {
    status: 409,
    means:
      'The server stopped while it processed the request, after it had changed something. Check the result before you send the request again.',
  },
  'request.key-reused': { status: 422, means: 'The Idempotency-Key has been used for another request.' },
  'right.missing': { status: 403, means: 'The user does not have the required role or permission.' },
  'thing.not-found': {
    status: 404,
    means: 'The object does not exist in this workplace, or the user has no access to it.',
  },
  'answer.expired': { status: 410, means: 'The link of the mail has expired.' },
  'answer.used': { status: 410, means: 'The task was already answered with the link of the mail.' },
  'answer.moved-on': {
    status: 410,
    means: 'The task has ended, or has changed since the mail was sent.',
  },
  'answer.not-yours': { status: 410, means: 'The recipient of the mail no longer has permission to answer the task.' },
  'answer.needs-form': { status: 409, means: 'The task has a form, so a link cannot answer it.' },
  'notice.time-zone': { status: 422, means: 'The database does not know the time zone.' },
  'list-view.too-many': { status: 409, means: 'The user has the maximum number of views of this list.' },
  'list-view.not-in-menu': { status: 422, means: 'Views of this list cannot appear in the menu.' },
  'list.too-long': {
    status: 422,
    means: 'The list has too many rows for one file. Narrow the filter, and export it in parts.',
  },
  'thing.disabled': {
    status: 409,
    means: 'The record is disabled. Restore it first. `kind` names the kind of record.',
  },
  'thing.name-taken': {
    status: 409,
    means: 'Another record of this kind has the name. `kind` names the kind of record.',
  },
  'thing.key-taken': {
    status: 409,
    means: 'Another record of this kind has the key. `kind` names the kind of record.',
  },
  'thing.exists': {
    status: 409,
    means: 'An object of this kind with this id or name exists already, or the change was already made.',
  },
  'thing.changed': {
    status: 409,
    means:
      'Somebody else has changed the object since it was read. The details name the user, the time and the current revision.',
  },
  'file.refused': {
    status: 422,
    means: 'An uploaded file has a name or a content that is not allowed.',
  },
  'file.infected': { status: 422, means: 'The virus scan found a threat in an uploaded file. The file was not saved.' },
  'file.not-scanned': {
    status: 503,
    means: 'The virus scan does not answer, or does not accept a file of this size. The file was not saved.',
  },
  'file.store-away': {
    status: 503,
    means: 'The file storage does not answer correctly. Nothing was saved, and no file is lost. Try again later.',
  },
  'link.over': { status: 410, means: 'The public link has expired, was used or was ended.' },
  'link.invalid': { status: 422, means: 'The public link would not be valid. The details give the reason.' },
  'link.too-many': { status: 409, means: 'The workplace has the maximum number of public links.' },
  'budget.exceeded': {
    status: 422,
    means:
      'The call would need more work, time, memory or objects than the server allows. The message names the budget. Nothing was changed.',
  },
  'server.maintenance': {
    status: 503,
    means: 'The installation is in maintenance mode. Only administrators can make changes.',
  },
  'server.busy': {
    status: 503,
    means: 'The server is too busy. Try again after the seconds of Retry-After.',
  },
  'server.unavailable': {
    status: 503,
    means: 'The server is starting, stopping or cannot reach its database. Try again later.',
  },
  internal: { status: 500, means: 'An error occurred in the server. Find the log entry with the request id.' },
} as const satisfies ErrorsOfArea
