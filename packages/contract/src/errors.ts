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
  'password.weak': { status: 422, means: 'The new password is too easy to guess. The details give the reason.' },
  'password.wrong': { status: 422, means: 'The current password is wrong, or the account is locked.' },
  'password.link-over': {
    status: 410,
    means: 'The link to choose a password has expired or was used, or the account has changed since it was sent.',
  },
  'password.elsewhere': {
    status: 409,
    means: 'The user has no password here, and signs in with single sign-on or with the password of a directory.',
  },
  'user.own-manager': { status: 422, means: 'Users cannot be their own manager.' },
  'user.no-email': { status: 422, means: 'No link can be mailed to the user: the account has no email address.' },
  'user.own-account': {
    status: 409,
    means:
      'The user would lose access: they would disable their own account, end their own session, or remove their own role for the administration of users.',
  },
  'user.not-confirmed': {
    status: 422,
    means: 'The user name that confirms an erasure is not the name of the user to erase.',
  },
  'user.has-work': {
    status: 409,
    means:
      'The user to be deleted or erased has open tasks, or has started processes that are under way. Enabled users cannot be erased either.',
  },
  'absence.over': { status: 422, means: 'The end of the absence is in the past.' },
  'absence.substitute': {
    status: 422,
    means:
      'The user cannot be the substitute: they are the absent user, are away at that time, or cannot work on tasks.',
  },
  'tool-approval.too-many': {
    status: 409,
    means: 'Too many requests of assistants wait for the approval of the user.',
  },
  'absence.too-many': { status: 409, means: 'The user has the maximum number of absences.' },
  'token.too-many': { status: 409, means: 'The user has the maximum number of API tokens.' },
  'sso.refused': { status: 403, means: 'The provider rejected the sign-in, or its answer is not valid.' },
  'sso.unavailable': { status: 503, means: 'The provider of the single sign-on does not answer.' },
  'sso.no-account': {
    status: 403,
    means: 'The provider knows the user, but they have no account here that they can use.',
  },
  'captcha.refused': { status: 422, means: 'The captcha was not solved, or its answer is too old or was used before.' },
  'captcha.unavailable': { status: 503, means: 'The workplace has no captcha service, or it does not answer.' },
  'workplace.fixed': { status: 403, means: 'The user cannot change the workplace: only advanced single sign-on can.' },
  'workplace.in-use': {
    status: 409,
    means: 'The workplace is the default one, not suspended, or being moved, so it cannot be deleted or moved.',
  },
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
  'user.last-administrator': { status: 409, means: 'The user is the only administrator of the workplace.' },
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
  'form.invalid': { status: 422, means: 'Values of a form are missing or not valid. The details name each field.' },
  'form.changed': { status: 409, means: 'The form was changed after it had been opened. Open it again.' },
  'link.over': { status: 410, means: 'The public link has expired, was used or was ended.' },
  'link.invalid': { status: 422, means: 'The public link would not be valid. The details give the reason.' },
  'link.too-many': { status: 409, means: 'The workplace has the maximum number of public links.' },
  'draft.too-many': {
    status: 409,
    means: 'The user has the maximum number of drafts. Nothing was saved.',
  },
  'draft.changed': {
    status: 409,
    means:
      'Another window or device has saved the draft since it was read. Nothing was saved. The details name the time and the revision.',
  },
  'design.invalid': {
    status: 422,
    means: 'The design of a form has errors, so it was not saved. The details list each error with its code.',
  },
  'design.changed': {
    status: 409,
    means:
      'Somebody else has saved the design since it was opened. Nothing was saved. The details name the user, the time and the version.',
  },
  'design.locked': {
    status: 409,
    means: 'Somebody else is editing the design. Nothing was saved. The details name the user and the time.',
  },
  'design.interval-too-long': {
    status: 422,
    means: 'The auto-save interval is not at least 10 seconds shorter than the session timeout.',
  },
  'application.empty': { status: 409, means: 'The application has no process to deploy.' },
  'application.not-deployed': { status: 409, means: 'The application is not deployed.' },
  'app-process.file-invalid': {
    status: 422,
    means: 'The file is not a BPMN file with a process. The details list each error.',
  },
  'global-property.invalid': { status: 422, means: 'The value of a global property does not match its type.' },
  'global-property.too-many': { status: 409, means: 'The workplace has the maximum number of global properties.' },
  'user-property.invalid': {
    status: 422,
    means: 'The settings of a user property contradict each other, or a value does not match its type.',
  },
  'user-property.value-taken': { status: 409, means: 'Another user has this value of a unique property.' },
  'user-property.has-values': {
    status: 409,
    means: 'Users have values of the property, so its type cannot be changed.',
  },
  'user-property.too-many': { status: 409, means: 'The workplace has the maximum number of user properties.' },
  'category.in-use': {
    status: 409,
    means: 'The category contains processes, applications or other categories. The message names their numbers.',
  },
  'category.place-invalid': {
    status: 422,
    means: 'The category cannot be moved there: it would be inside itself, or on too deep a level.',
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
      'The position is not valid: it would be below itself or too deep, has neither a name nor a person, ends before it begins, or is one too many.',
  },
  'user-import.invalid': {
    status: 422,
    means: 'The columns of the import contradict each other, or the import was not checked before its start.',
  },
  'simulation.no-history': {
    status: 422,
    means: 'No instance of the process ended in the measured days. Nothing was started.',
  },
  'simulation.too-many': { status: 409, means: 'The version has the maximum number of unfinished simulations.' },
  'user-change.invalid': {
    status: 422,
    means: 'The change of several users was not checked before its start, or changes nobody.',
  },
  'directory.invalid': {
    status: 422,
    means:
      'The directory, its mapping of groups or the state of its run does not allow the call. The details list the fields.',
  },
  'directory.running': { status: 409, means: 'A run of the directory is in progress.' },
  'directory.unreachable': {
    status: 503,
    means:
      'The directory that checks the password of the user does not answer. Nothing was counted as a failed sign-in.',
  },
  'process-test.too-many': { status: 409, means: 'The process has the maximum number of test cases.' },
  'application.key-deployed': {
    status: 409,
    means:
      'Processes or decisions have keys that were last deployed from files, not by an application. Nothing was deployed. The details list the keys. Change the keys, or let a process administrator deploy the application once.',
  },
  'application.tests-failed': {
    status: 409,
    means:
      'Test cases of processes or samples of decisions failed. Nothing was deployed. The details list them with the differences.',
  },
  'app-decision.file-invalid': {
    status: 422,
    means: 'The file is not a DMN file with a decision. The details list each error.',
  },
  'import.file-invalid': {
    status: 422,
    means: 'A file of an import cannot be read, or cannot be imported into an application.',
  },
  'licence.invalid': {
    status: 422,
    means: 'The licence cannot be read, or is not signed by a vendor that this installation knows.',
  },
  'licence.expired': {
    status: 409,
    means:
      'The licence has expired. Running instances continue. Nothing new can be created until the licence is renewed.',
  },
  'licence.elsewhere': { status: 422, means: 'The licence is for another installation.' },
  'licence.unknown-vendor': {
    status: 409,
    means: 'This installation knows no vendor of licences: MILLRACE_LICENCE_KEY is not set.',
  },
  'licence.users': { status: 409, means: 'The workplace has the maximum number of enabled users of its licence.' },
  'licence.not-covered': { status: 409, means: 'The licence does not cover applications with this key.' },
  'licence.applications': {
    status: 409,
    means: 'The workplace has the maximum number of applications of its licence.',
  },
  'audit.not-restorable': {
    status: 409,
    means: 'The entity cannot be restored to the revision. The message gives the reason.',
  },
  'audit.same': { status: 409, means: 'The entity has the values of the revision already.' },
  'package.invalid': {
    status: 422,
    means: 'The file is not a package that can be read, was changed after its export, or is of another version.',
  },
  'package.too-large': { status: 422, means: 'The package would have too many items or bytes.' },
  'package.too-many': { status: 409, means: 'Too many imports wait for decisions. Cancel one first.' },
  'package.undecided': {
    status: 409,
    means: 'The import needs decisions: conflicts, or users and groups to map. The details name each.',
  },
  'package.untrusted': { status: 409, means: 'The key of the package is not trusted yet.' },
  'package-source.invalid': {
    status: 422,
    means: 'The package source does not fit together. The details list the fields.',
  },
  'move-in.invalid': {
    status: 422,
    means: 'The source of the move is not valid, or the state of the move does not allow the call.',
  },
  'package.started': { status: 409, means: 'The import has started or ended already.' },
  'package.unfit': {
    status: 409,
    means:
      'An item of the package conflicts with an existing item. The message gives the reason. Nothing was imported.',
  },
  'package.changed': {
    status: 409,
    means: 'Items of the import were changed since, so it cannot be rolled back. The details name each.',
  },
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
  'template.invalid': {
    status: 422,
    means:
      'A placeholder of an email template is not valid, does not exist in this mail, or is required and missing. The details list them.',
  },
  'template.too-many': {
    status: 409,
    means: 'The mail has the maximum number of languages.',
  },
  'template.recipient-unknown': {
    status: 422,
    means: 'Test mails can only be sent to enabled users of the workplace, and none has this address.',
  },
  'template.values-missing': {
    status: 422,
    means: 'Placeholders of the email template have no value, so the mail was not sent. The details list them.',
  },
  'data-list.invalid': {
    status: 422,
    means: 'Cells of a custom data list do not match their columns. The details list them. Nothing was saved.',
  },
  'data-list.too-large': { status: 422, means: 'A custom data list would have too many rows.' },
  'task.taken': { status: 409, means: 'Another user has claimed the task.' },
  'task.not-yours': { status: 403, means: 'The task is not assigned to the user.' },
  'task.over': { status: 409, means: 'The task is completed or cancelled already.' },
  'task.not-alike': { status: 409, means: 'The tasks belong to different steps, so they have no common form.' },
  'task.changed': { status: 409, means: 'The task has changed since, so nothing was undone.' },
  'batch.empty': { status: 409, means: 'None of the selected items exists any more.' },
  'batch.too-large': { status: 422, means: 'More items were selected than the server can change in one batch.' },
  'batch.running': { status: 409, means: 'The batch, or another batch for the same cause, is running.' },
  'batch.over': { status: 409, means: 'The batch has ended.' },
  'batch.none-failed': { status: 409, means: 'No item of the batch has failed.' },
  'batch.too-many': { status: 409, means: 'The user has the maximum number of running batches.' },
  'task.suspended': { status: 409, means: 'The instance or process of the task is suspended.' },
  'process.refused': {
    status: 422,
    means:
      'The process could not continue because an expression or rule of its model failed. Nothing was changed. A running instance has an incident.',
  },
  'budget.exceeded': {
    status: 422,
    means:
      'The call would need more work, time, memory or objects than the server allows. The message names the budget. Nothing was changed.',
  },
  'definition.not-startable': {
    status: 409,
    means: 'The process is suspended, or its model does not let users start it.',
  },
  'instance.over': { status: 409, means: 'The instance has ended already.' },
  'instance.changed': {
    status: 409,
    means: 'The instance has changed again since then. Nothing was undone.',
  },
  'variable.invalid': { status: 422, means: 'The value of a variable does not match its type. Nothing was changed.' },
  'incident.over': {
    status: 409,
    means: 'The incident does not exist any more: it was retried, or its instance has ended.',
  },
  'incident.not-completable': { status: 409, means: 'The incident is not one of a call without an answer.' },
  'incident.not-retryable': { status: 409, means: 'The incident has no step or job to retry.' },
  'external-task.locked': { status: 409, means: 'Another worker has locked the external task, or it is not locked.' },
  'event.unmatched': {
    status: 409,
    means: 'No execution waits for the message or signal, or several wait instead of one.',
  },
  'instance.running': { status: 409, means: 'Instances are still running, so their process cannot be deleted.' },
  'task.of-process': { status: 409, means: 'The task belongs to a process, so only the process can end it.' },
  'deployment.invalid': {
    status: 422,
    means: 'A file cannot be deployed. The details list each error with its file and element.',
  },
  'deployment.empty': { status: 422, means: 'The deployment has no BPMN or DMN file.' },
  'deployment.in-use': { status: 409, means: 'Instances of the deployment are running.' },
  'binding.invalid': {
    status: 422,
    means: 'The expression or script of a binding is not valid. The details list each error.',
  },
  'theme.invalid': {
    status: 422,
    means: 'The variables of a theme are not valid. The details list each error.',
  },
  'theme.unknown': { status: 422, means: 'No theme has this code.' },
  'theme.too-many': { status: 409, means: 'The workplace has the maximum number of themes.' },
  'binding.too-many': { status: 409, means: 'The workplace has the maximum number of bindings.' },
  'calendar.too-many': { status: 409, means: 'The workplace has the maximum number of business calendars.' },
  'setting.invalid': {
    status: 422,
    means: 'A setting does not allow this value. The details name the setting and the reason.',
  },
  'setting.unknown': {
    status: 422,
    means: 'The setting does not exist, or belongs to the installation and cannot be changed in this workplace.',
  },
  'setting.fixed': { status: 409, means: 'An environment variable of the server fixes the setting.' },
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
} as const satisfies Record<string, { status: number; means: string }>

export type ErrorCode = keyof typeof errors

/** The body of every refusal. */
export interface ErrorAnswer {
  code: ErrorCode
  message: string
  requestId: string
  /** The kind of record, for refusals that all kinds share. */
  kind?: RecordKindName
  /** The faults one by one: where (a field, an element id) and a sentence. */
  details?: { where: string; message: string; code?: string }[]
}
