import type { RecordKindName } from './record-kinds.ts'

/**
 * All errors of the product: code, HTTP status and meaning. `docs/errors.md` is checked against this list. The message
 * for the client is created where the error happens, and names what was expected.
 */
export const errors = {
  'request.invalid': { status: 400, means: 'A field, parameter or body does not have the expected shape.' },
  'request.too-large': { status: 413, means: 'The body or a file in it is larger than allowed.' },
  'request.headers-too-large': { status: 431, means: 'The address and the headers of the request are too large.' },
  'request.too-slow': { status: 408, means: 'The request did not arrive in time.' },
  'request.too-many': { status: 429, means: 'Too many requests of this kind in a short time. Wait a minute.' },
  'request.too-costly': {
    status: 422,
    means: 'The query would take longer than a call of its kind may. Add filters.',
  },
  'request.running': {
    status: 409,
    means: 'A request with the same Idempotency-Key is running. Send it again after Retry-After.',
  },
  'request.interrupted': {
    status: 409,
    means:
      'The server stopped while it carried out the request, after part of it was done. Check the result before you repeat it.',
  },
  'request.key-reused': { status: 422, means: 'The Idempotency-Key has been used for another request.' },
  'session.missing': { status: 401, means: 'The caller is not signed in, or the session has ended.' },
  'session.credentials': {
    status: 401,
    means: 'User name and password do not match, or the account is locked or disabled.',
  },
  'session.password-change': {
    status: 403,
    means: 'The password is correct, but has to be changed first. Send the same call again with a new password.',
  },
  'session.other-user': {
    status: 409,
    means: 'Another user has signed in in this browser since the page was opened. Load it again.',
  },
  'session.csrf': { status: 403, means: 'The X-XSRF-TOKEN header is missing or does not match the cookie.' },
  'password.weak': { status: 422, means: 'The new password is too easy to guess. The details say why.' },
  'password.wrong': { status: 422, means: 'The current password is wrong, or the account is locked.' },
  'password.elsewhere': { status: 409, means: 'The user has no password here, and signs in with the provider.' },
  'user.own-manager': { status: 422, means: 'Users cannot be their own manager.' },
  'user.own-account': {
    status: 409,
    means:
      'The users would lock themselves out: they would disable their own account, end their own session, or give up a role that administers users.',
  },
  'absence.over': { status: 422, means: 'The end of the absence is in the past.' },
  'absence.substitute': {
    status: 422,
    means:
      'The user cannot be the substitute: they are the absent user, are away at that time, or may not work on tasks.',
  },
  'absence.too-many': { status: 409, means: 'The user has the maximum number of absences.' },
  'token.too-many': { status: 409, means: 'The user has the maximum number of API tokens.' },
  'sso.refused': { status: 403, means: 'The provider did not let the user sign in, or its answer is not valid.' },
  'sso.unavailable': { status: 503, means: 'The single sign-on provider does not answer.' },
  'sso.no-account': {
    status: 403,
    means: 'The provider knows the user, but they have no account here that they may use.',
  },
  'captcha.refused': { status: 422, means: 'The captcha was not solved, or its answer is too old or was used before.' },
  'captcha.unavailable': { status: 503, means: 'The workplace has no captcha service, or it does not answer.' },
  'workplace.fixed': { status: 403, means: 'The user cannot change the workplace: only advanced single sign-on can.' },
  'workplace.in-use': {
    status: 409,
    means: 'The workplace is the default one, or not suspended, so it cannot be deleted.',
  },
  'right.missing': { status: 403, means: 'The user lacks the role or right that this needs.' },
  'thing.not-found': { status: 404, means: 'The object does not exist in this workplace, or the user may not see it.' },
  'answer.expired': { status: 410, means: 'The link of the mail has expired.' },
  'answer.used': { status: 410, means: 'The link of the mail has already answered the task.' },
  'answer.moved-on': {
    status: 410,
    means: 'The task has ended, or has changed since its mail was sent.',
  },
  'answer.not-yours': { status: 410, means: 'The recipient of the mail may no longer answer the task.' },
  'answer.needs-form': { status: 409, means: 'The task has a form with more input than one answer.' },
  'notice.time-zone': { status: 422, means: 'The database does not know the time zone.' },
  'list-view.too-many': { status: 409, means: 'The user has the maximum number of views of this list.' },
  'list-view.not-in-menu': { status: 422, means: 'Views of this list cannot be in the menu.' },
  'list.too-long': {
    status: 422,
    means: 'The list has more rows than a file can have. Add filters and export it in parts.',
  },
  'thing.disabled': { status: 409, means: 'The record is disabled. Restore it first. `kind` says what it is.' },
  'thing.name-taken': { status: 409, means: 'Another record of this kind has the name. `kind` says what it is.' },
  'thing.key-taken': { status: 409, means: 'Another record of this kind has the key. `kind` says what it is.' },
  'thing.exists': {
    status: 409,
    means: 'An object of this kind with the id or name exists already, or the change was made already.',
  },
  'thing.changed': {
    status: 409,
    means:
      'Somebody else has changed the object since it was read. The details name the user, the time, and the current revision.',
  },
  'user.last-administrator': { status: 409, means: 'The user is the only administrator of the workplace.' },
  'file.refused': {
    status: 422,
    means: 'An uploaded file has a name or a content that is not allowed.',
  },
  'file.infected': { status: 422, means: 'The virus scan found something in an uploaded file. It was not stored.' },
  'file.not-scanned': {
    status: 503,
    means: 'The virus scan does not answer, or refuses the size of the file. Nothing was stored.',
  },
  'file.store-away': {
    status: 503,
    means: 'The file storage is unavailable. Nothing was stored, and stored files are kept. Try again soon.',
  },
  'form.invalid': { status: 422, means: 'Values of a form are missing or wrong. The details name each field.' },
  'form.changed': { status: 409, means: 'The form was changed after it was opened. Open it again.' },
  'link.over': { status: 410, means: 'The public link has expired, was used, or was ended by a user.' },
  'link.invalid': { status: 422, means: 'The settings of the public link are not valid. The details say why.' },
  'link.too-many': { status: 409, means: 'The workplace has the maximum number of public links.' },
  'draft.too-many': {
    status: 409,
    means: 'The user has the maximum number of drafts. Nothing was saved.',
  },
  'draft.changed': {
    status: 409,
    means:
      'Another window or device has saved the draft since it was read. Nothing was saved. The details have the time and the revision.',
  },
  'design.invalid': {
    status: 422,
    means: 'The design of a form has errors, so it cannot be used. The details list each with its code.',
  },
  'design.changed': {
    status: 409,
    means:
      'Somebody else has saved the design since it was opened. Nothing was saved. The details have the user, the time and the version.',
  },
  'design.locked': {
    status: 409,
    means: 'Another user holds the lock of the design. Nothing was saved. The details have the user and the time.',
  },
  'design.interval-too-long': {
    status: 422,
    means: 'The auto save interval is not at least ten seconds shorter than the session.',
  },
  'application.empty': { status: 409, means: 'The application has no enabled process with a design.' },
  'application.not-deployed': { status: 409, means: 'The application is not deployed.' },
  'app-process.file-invalid': {
    status: 422,
    means: 'The file is not a BPMN file with a process. The details list each error.',
  },
  'global-property.invalid': { status: 422, means: 'The value of a global property does not fit its type.' },
  'global-property.too-many': { status: 409, means: 'The workplace has the maximum number of global properties.' },
  'user-property.invalid': {
    status: 422,
    means: 'The settings of a user property contradict each other, or a value does not fit its type.',
  },
  'user-property.value-taken': { status: 409, means: 'Another user has this value of a unique property.' },
  'user-property.has-values': { status: 409, means: 'Users have values of the property, so its type stays.' },
  'user-property.too-many': { status: 409, means: 'The workplace has the maximum number of user properties.' },
  'category.in-use': {
    status: 409,
    means: 'The category contains processes, applications or other categories. The message has their number.',
  },
  'category.place-invalid': {
    status: 422,
    means: 'The category cannot have this parent: it would be within itself, or too deep.',
  },
  'category.too-many': { status: 409, means: 'The workplace has the maximum number of categories.' },
  'group.parent-invalid': {
    status: 422,
    means:
      'The group cannot have this parent: it does not exist or is disabled, is the group itself or below it, or there would be too many levels.',
  },
  'hierarchy.invalid': {
    status: 422,
    means:
      'The position cannot be so: it would be below itself or too deep, has neither a name nor a person, ends before it begins, or the hierarchy has the maximum number of positions.',
  },
  'user-import.invalid': {
    status: 422,
    means:
      'The columns of the import contradict each other, or the import is not at that step: it has to be checked before it starts.',
  },
  'process-test.too-many': { status: 409, means: 'The process has the maximum number of test cases.' },
  'application.key-deployed': {
    status: 409,
    means:
      'Processes or decisions have keys that were last deployed from files, not by an application. Nothing was deployed; the details name each. Somebody who may deploy files deploys the application once, or the keys change.',
  },
  'application.tests-failed': {
    status: 409,
    means:
      'Test cases of processes or samples of decisions failed. Nothing was deployed. The details list each with its difference.',
  },
  'app-decision.file-invalid': {
    status: 422,
    means: 'The file is not a DMN file with a decision. The details list each error.',
  },
  'import.file-invalid': {
    status: 422,
    means: 'A file of an import cannot be read, or cannot become a part of an application.',
  },
  'licence.invalid': {
    status: 422,
    means: 'The licence cannot be read, or was not signed by a known vendor.',
  },
  'licence.expired': {
    status: 409,
    means:
      'The licence has expired. Running instances continue. Nothing new can be created until the licence is renewed.',
  },
  'licence.elsewhere': { status: 422, means: 'The licence is for another installation.' },
  'licence.unknown-vendor': {
    status: 409,
    means: 'No vendor of licences is configured: MILLRACE_LICENCE_KEY is not set.',
  },
  'licence.users': { status: 409, means: 'The number of enabled users has reached the limit of the licence.' },
  'licence.not-covered': { status: 409, means: 'The licence does not cover applications with this key.' },
  'licence.applications': {
    status: 409,
    means: 'The number of enabled applications has reached the limit of the licence.',
  },
  'package.invalid': {
    status: 422,
    means: 'The file is not a valid package, was changed after its export, or has another format version.',
  },
  'package.too-large': { status: 422, means: 'The package would exceed the maximum number of items or bytes.' },
  'package.too-many': { status: 409, means: 'Too many imports wait for decisions. Cancel one first.' },
  'package.undecided': {
    status: 409,
    means: 'The import needs decisions about conflicts, users or groups. The details list each.',
  },
  'package.untrusted': { status: 409, means: 'No administrator trusts the key that signed the package.' },
  'package.started': { status: 409, means: 'The import has started or ended already.' },
  'package.unfit': {
    status: 409,
    means: 'An item of the package does not fit an item here. The message says why. Nothing was imported.',
  },
  'package.changed': {
    status: 409,
    means: 'Items of the import were changed since, so it cannot be rolled back. The details name each.',
  },
  'external.in-use': { status: 409, means: 'An enabled object uses it. The details list each.' },
  'external.invalid': {
    status: 422,
    means: 'A request or a statement cannot be read, or does not fit its connection. The details say why.',
  },
  'external.secret-missing': {
    status: 422,
    means: 'The connection needs a secret, or leads to another server and needs the secret again.',
  },
  'external.too-many': { status: 409, means: 'The external system has the maximum number of these objects.' },
  'look-up.failed': {
    status: 422,
    means:
      'The external system of a field gave no usable answer. The message says what to do. For a sent form, the details list each unchecked field.',
  },
  'template.invalid': {
    status: 422,
    means:
      'A placeholder of a template cannot be read, does not exist in its mail, or is required. The details list each.',
  },
  'template.too-many': {
    status: 409,
    means: 'The mail has the maximum number of languages.',
  },
  'template.recipient-unknown': {
    status: 422,
    means: 'Test mails can only be sent to users of the workplace, and no enabled user has the address.',
  },
  'template.values-missing': {
    status: 422,
    means:
      'Placeholders of the email template have no value, and the template refuses missing values. The details list them.',
  },
  'data-list.invalid': {
    status: 422,
    means: 'Cells of a custom data list do not fit their columns. The details list each. Nothing was saved.',
  },
  'data-list.too-large': { status: 422, means: 'The custom data list would have too many rows.' },
  'task.taken': { status: 409, means: 'Another user has claimed the task.' },
  'task.not-yours': { status: 403, means: 'The task is not assigned to the user.' },
  'task.over': { status: 409, means: 'The task was already completed or cancelled.' },
  'task.not-alike': { status: 409, means: 'The tasks are of different steps, so one form cannot complete them.' },
  'task.changed': { status: 409, means: 'The task has changed since, so nothing was undone.' },
  'batch.empty': { status: 409, means: 'None of the selected objects remains.' },
  'batch.too-large': {
    status: 422,
    means: 'The selection has more objects than the server processes at the same time.',
  },
  'batch.running': { status: 409, means: 'All incidents of the cause are already being retried.' },
  'batch.too-many': { status: 409, means: 'The user has the maximum number of running batches.' },
  'task.suspended': { status: 409, means: 'The instance or process of the task is suspended.' },
  'process.refused': {
    status: 422,
    means:
      'The process could not continue: an expression or rule in its model failed. Nothing was changed. A running instance has an incident with the reason.',
  },
  'budget.exceeded': {
    status: 422,
    means:
      'The call would exceed a budget of work, time, memory or number. The message names the budget. Nothing was changed.',
  },
  'definition.not-startable': {
    status: 409,
    means: 'The process is suspended, or its model does not let users start it.',
  },
  'instance.over': { status: 409, means: 'The instance has ended already.' },
  'variable.invalid': { status: 422, means: 'The value of a variable does not fit its type. Nothing was written.' },
  'incident.over': {
    status: 409,
    means: 'The incident was already resolved: it was retried, or its instance has ended.',
  },
  'incident.not-retryable': { status: 409, means: 'The incident has no job or external task that could be retried.' },
  'external-task.locked': { status: 409, means: 'Another worker has locked the external task, or none has.' },
  'event.unmatched': {
    status: 409,
    means: 'No execution waits for the message or signal, or several wait where one was expected.',
  },
  'instance.running': {
    status: 409,
    means: 'Instances are still running and need the object, so it cannot be deleted.',
  },
  'task.of-process': { status: 409, means: 'The task belongs to a process, so only the process can end it.' },
  'deployment.invalid': {
    status: 422,
    means: 'A file cannot be deployed. The details list each error with file and element.',
  },
  'deployment.empty': { status: 422, means: 'The deployment has no BPMN or DMN file.' },
  'deployment.in-use': { status: 409, means: 'Instances of the deployment are running.' },
  'binding.invalid': {
    status: 422,
    means: 'The expression or script of a binding cannot be read. The details list each error.',
  },
  'theme.invalid': {
    status: 422,
    means: 'The variables of a theme have a value that themes cannot set. The details list each error.',
  },
  'theme.unknown': { status: 422, means: 'No theme has this code.' },
  'theme.too-many': { status: 409, means: 'The workplace has the maximum number of themes.' },
  'binding.too-many': { status: 409, means: 'The workplace has the maximum number of bindings.' },
  'calendar.too-many': { status: 409, means: 'The workplace has the maximum number of business calendars.' },
  'setting.invalid': { status: 422, means: 'A setting does not allow this value. The details say which and why.' },
  'setting.unknown': {
    status: 422,
    means:
      'There is no such setting, or it belongs to the installation and administrators of this workplace cannot change it.',
  },
  'setting.fixed': { status: 409, means: 'An environment variable of the server fixes the setting.' },
  'server.maintenance': {
    status: 503,
    means: 'The installation is in maintenance: only administrators can change anything.',
  },
  'server.busy': {
    status: 503,
    means: 'The server is overloaded. Try again after the seconds in Retry-After.',
  },
  'server.unavailable': {
    status: 503,
    means: 'The server is starting, stopping or cannot reach its database. Try again soon.',
  },
  internal: { status: 500, means: 'An error of the server. The request id leads to the log entry.' },
} as const satisfies Record<string, { status: number; means: string }>

export type ErrorCode = keyof typeof errors

/** The body of every refusal. */
export interface ErrorAnswer {
  code: ErrorCode
  message: string
  requestId: string
  /** What kind of record a refusal about one is about. */
  kind?: RecordKindName
  /** The faults one by one: where (a field, an element id) and a sentence. */
  details?: { where: string; message: string; code?: string }[]
}
