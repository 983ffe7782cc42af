import type { ErrorsOfArea } from './errors-of-area.ts'

/** Errors of sign-in and credentials. */
export const signInErrors = {
  'session.missing': { status: 401, means: 'Nobody is signed in, or the session has ended.' },
  'session.credentials': {
    status: 401,
    means: 'User name and password do not match, or the account is locked or disabled.',
  },
  'session.password-change': {
    status: 403,
    means: 'The password is right, but has to be changed first. Send the same call again with a new password.',
  },
  'session.password-expired': {
    status: 403,
    means: 'The password is right, but older than the workplace allows. Send the same call again with a new password.',
  },
  'session.second-factor': {
    status: 403,
    means: 'The password is right. The sign-in continues with a second factor.',
  },
  'session.second-factor-set-up': {
    status: 403,
    means: 'The password is right. The user has to set up a second factor to sign in.',
  },
  'session.second-step-over': {
    status: 410,
    means: 'The sign-in has taken too long, or its second step was completed. Start again with the password.',
  },
  'second-factor.wrong': { status: 422, means: 'The code is wrong or was used, or the passkey was not accepted.' },
  'second-factor.over': { status: 410, means: 'The set-up of the second factor has expired or was completed.' },
  'second-factor.required': {
    status: 409,
    means: 'The user has to keep a second factor, and this is the last one.',
  },
  'second-factor.too-many': { status: 409, means: 'The user has the maximum number of second factors.' },
  'session.other-user': {
    status: 409,
    means: 'Another user has signed in in this browser since the page was opened. Reload the page.',
  },
  'session.csrf': { status: 403, means: 'The X-XSRF-TOKEN header is missing or does not match the cookie.' },
  'password.weak': {
    status: 422,
    means: 'The new password is too easy to guess, or was used before. The details give the reason.',
  },
  'password.wrong': { status: 422, means: 'The current password is wrong, or the account is locked.' },
  'password.link-over': {
    status: 410,
    means: 'The link to choose a password has expired or was used, or the account has changed since it was sent.',
  },
  'password.elsewhere': {
    status: 409,
    means: 'The user has no password here, and signs in with single sign-on or with the password of a directory.',
  },
  'tool-approval.too-many': {
    status: 409,
    means: 'Too many requests of assistants wait for the approval of the user.',
  },
  'token.too-many': { status: 409, means: 'The user has the maximum number of API tokens.' },
  'sso.refused': { status: 403, means: 'The provider rejected the sign-in, or its answer is not valid.' },
  'sso.unavailable': { status: 503, means: 'The provider of the single sign-on does not answer.' },
  'sso.no-account': {
    status: 403,
    means: 'The provider knows the user, but they have no account here that they can use.',
  },
  'captcha.refused': { status: 422, means: 'The captcha was not solved, or its answer is too old or was used before.' },
  'captcha.unavailable': { status: 503, means: 'The workplace has no captcha service, or it does not answer.' },
} as const satisfies ErrorsOfArea
