import type { ErrorCode } from '../errors.ts'

/** What an answer of the server is, or what came in its place. */
type Code = ErrorCode | 'network' | 'unreadable'

/**
 * Refusals in the words of those who work in the browser: what happened, and what to do. The server's own sentences are
 * for programs that call it. The first part is what can happen on any page.
 */
export const refusals = {
  network: 'The server did not answer. Check the connection.',
  internal: 'Something went wrong in the program. Try again; if it happens again, tell your administrator.',
  'server.busy': 'The server has too much to do at the moment. Try again in a few seconds.',
  'request.too-many': 'That was tried too often in a short time. Wait a minute and try again.',
  'session.credentials': 'User name and password do not match, or the account is locked.',
} as const satisfies Partial<Record<Code, string>>

/** What can happen on the pages beyond Home. */
export const pageRefusals = {
  'server.unavailable': 'The server is not ready. Try again soon.',
  'right.missing': 'Your roles do not allow this. Ask your administrator.',
  unreadable: 'The answer did not arrive whole. Try again.',
  'request.too-slow': 'It took too long to arrive. Check the connection and try again.',
  'session.missing': 'Your session has ended. Sign in again.',
  'session.password-change': 'Choose a new password first.',
  'session.other-user': 'Somebody else has signed in in this browser. Load the page again.',
  'session.csrf': 'The page is out of date. Load it again.',
  'password.weak': 'The new password is too easy to guess.',
  'sso.refused': 'The company account did not let you in. Try again, or use your user name.',
  'sso.unavailable': 'The service for company accounts does not answer. Try again in a moment.',
  'sso.no-account': 'Your company account has no account here. Ask your administrator.',
  'captcha.refused': 'The captcha was not solved. Try it again.',
  'captcha.unavailable': 'The captcha does not answer. Try again in a moment.',
  'thing.not-found': 'It is not here any more, or not for you to see.',
  'workplace.fixed': 'The workplace cannot be changed with this account.',
  'request.invalid': 'Something that was entered cannot be taken. Check it and try again.',
  'request.too-large': 'It is larger than allowed.',
  'request.headers-too-large': 'The address is too long. Take some filters away.',
  'request.too-costly': 'That takes too long to find. Narrow it down with a filter.',
  'request.running': 'It is still being done. Wait a moment.',
  'request.interrupted': 'The server stopped meanwhile. See what has become of it before you do it again.',
  'request.key-reused': 'The page is out of date. Load it again.',
  'password.wrong': 'The current password is not right, or the account is locked.',
  'password.elsewhere': 'You sign in with a company account. Change the password there.',
  'token.too-many': 'You have as many API tokens as one may have. Delete one first.',
  'workplace.in-use': 'The workplace is in use, so it cannot be deleted.',
  'list.too-long': 'The list is too long for one file. Narrow it down with a filter and export it in parts.',
  'thing.exists': 'That is there already. Choose another name.',
  'user.last-administrator': 'Nobody else is an administrator. Make somebody one first.',
  'file.refused': 'The file cannot be taken: its content is not allowed. Choose another one.',
  'form.invalid': 'Something is missing or not right. The fields say what.',
  'form.changed': 'The form was changed meanwhile. Note what you have entered and load the page again.',
  'task.taken': 'Somebody else has claimed this task. Choose another one.',
  'task.not-yours': 'The task is not yours. Claim it first.',
  'task.over': 'The task is over already.',
  'task.suspended': 'The process of this task is suspended. Try again when it goes on.',
  'task.of-process': 'The task belongs to a process and ends with it.',
  'process.refused':
    'The process cannot go on: there is a fault in its model. Nothing was changed. Tell those who look after it.',
  'budget.exceeded':
    'That is more work than the server allows. Nothing was changed. Tell those who look after the process.',
  'definition.not-startable': 'The process cannot be started now: it is suspended, or not for starting by hand.',
  'instance.over': 'The instance has ended already.',
  'instance.running': 'Instances of it are still running. Let them end first, or cancel them.',
  'incident.over': 'The incident is gone: it was retried, or its instance has ended.',
  'incident.not-retryable': 'There is nothing that could be tried again.',
  'external-task.locked': 'A program is working on it at the moment. Try again later.',
  'event.unmatched': 'Nothing waits for it.',
  'deployment.invalid': 'A file has faults and was not deployed.',
  'deployment.empty': 'Choose at least one BPMN or DMN file.',
  'deployment.in-use': 'Instances of the deployment are running. Let them end first, or cancel them.',
  'binding.invalid': 'The expression or script cannot be read. Correct it and save it again.',
  'theme.name-taken': 'Another theme has this name. Choose another one.',
  'theme.code-taken': 'Another theme has this code. Choose another one.',
  'theme.invalid': 'The theme has a value that cannot be used. Correct it and save it again.',
  'theme.unknown': 'The theme is not here any more. Choose another one.',
  'theme.too-many': 'There are as many themes as there may be. Delete one first.',
  'binding.too-many': 'There are as many bindings as there may be. Remove one first.',
  'calendar.too-many': 'There are as many business calendars as there may be. Remove one first.',
} as const satisfies Record<Exclude<Code, keyof typeof refusals>, string>

/** What the server says of one thing that is wrong, as what to do about it. */
export const faults = {
  enter: 'Enter {{wanted}}.',
  choose: 'Choose {{wanted}}.',
  needs: 'Needs',
} as const
