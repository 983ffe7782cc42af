import type { RecordKindName } from './record-kinds.ts'

/**
 * Every error the product answers: code, HTTP status and what it means. `docs/errors.md` is checked against this
 * list. The sentence sent to the client is made where the error happens and names what was expected.
 */
export const errors = {
  'request.invalid': { status: 400, means: 'A field, parameter or body does not have the expected shape.' },
  'request.too-large': { status: 413, means: 'The body or a file in it is larger than allowed.' },
  'request.headers-too-large': { status: 431, means: 'The address and the headers of the request are too large.' },
  'request.too-slow': { status: 408, means: 'The request did not arrive in time.' },
  'request.too-many': { status: 429, means: 'Too many requests of this kind in a short time. Wait a minute.' },
  'request.too-costly': {
    status: 422,
    means: 'What was asked for takes longer to find than a call of its kind may. Narrow it down.',
  },
  'request.running': {
    status: 409,
    means: 'The same request, by its Idempotency-Key, is being carried out. Send it again after Retry-After.',
  },
  'request.interrupted': {
    status: 409,
    means:
      'The server stopped while it carried out the request, after something of it was done. Look at it before doing it again.',
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
  'session.other-user': {
    status: 409,
    means: 'Somebody else has signed in in this browser since the page was opened. Load it again.',
  },
  'session.csrf': { status: 403, means: 'The X-XSRF-TOKEN header is missing or does not match the cookie.' },
  'password.weak': { status: 422, means: 'The new password is too easy to guess. The details say why.' },
  'password.wrong': { status: 422, means: 'The current password is another one, or the account is locked.' },
  'password.elsewhere': { status: 409, means: 'The user has no password here, but signs in by the provider.' },
  'user.own-manager': { status: 422, means: 'Users cannot be their own manager.' },
  'user.own-account': {
    status: 409,
    means:
      'The user would lock themselves out: they would disable their own account, end their own session or give up a role that they administer users with.',
  },
  'absence.over': { status: 422, means: 'The absence would be over already.' },
  'absence.substitute': {
    status: 422,
    means:
      'The user named as the substitute cannot stand in: they are the absent user, are away too at that time, or may not work at tasks.',
  },
  'absence.too-many': { status: 409, means: 'The user has as many absences as one may have.' },
  'token.too-many': { status: 409, means: 'The user has as many API tokens as one may have.' },
  'sso.refused': { status: 403, means: 'The provider did not let the user sign in, or what it answered is not valid.' },
  'sso.unavailable': { status: 503, means: 'The provider of the single sign-on does not answer.' },
  'sso.no-account': {
    status: 403,
    means: 'The user is known to the provider, but there is no account here that they may use.',
  },
  'captcha.refused': { status: 422, means: 'The captcha was not solved, or its answer is too old or was used before.' },
  'captcha.unavailable': { status: 503, means: 'The workplace has no captcha service, or it does not answer.' },
  'workplace.fixed': { status: 403, means: 'The user cannot change the workplace: only advanced single sign-on can.' },
  'workplace.in-use': {
    status: 409,
    means: 'The workplace is the default one, or not suspended, so it cannot be deleted.',
  },
  'right.missing': { status: 403, means: 'The user lacks the role or right that this needs.' },
  'thing.not-found': { status: 404, means: 'No such thing in this workplace, or the user may not see it.' },
  'answer.expired': { status: 410, means: 'The link of the mail has expired.' },
  'answer.used': { status: 410, means: 'The task was answered by the link of the mail already.' },
  'answer.moved-on': {
    status: 410,
    means: 'The task is over, or no longer as it was when its mail was sent.',
  },
  'answer.not-yours': { status: 410, means: 'Whoever got the mail may not answer the task any more.' },
  'answer.needs-form': { status: 409, means: 'The task has a form that one answer does not fill in.' },
  'notice.time-zone': { status: 422, means: 'The database does not know the time zone.' },
  'list-view.too-many': { status: 409, means: 'The user has as many views of this list as one may have.' },
  'list-view.not-in-menu': { status: 422, means: 'Views of this list have no place in the menu.' },
  'list.too-long': {
    status: 422,
    means: 'The list has more rows than one file takes. Narrow the filter and export it in parts.',
  },
  'thing.disabled': { status: 409, means: 'The record is disabled. Restore it first. `kind` says what it is.' },
  'thing.name-taken': { status: 409, means: 'Another record of this kind has the name. `kind` says what it is.' },
  'thing.key-taken': { status: 409, means: 'Another record of this kind has the key. `kind` says what it is.' },
  'thing.exists': {
    status: 409,
    means: 'Another thing of this kind has that id or name already, or it is done already.',
  },
  'thing.changed': {
    status: 409,
    means: 'Somebody else has changed it since it was read. The details say who and when, and the revision it has now.',
  },
  'user.last-administrator': { status: 409, means: 'Nobody but this user is an administrator of the workplace.' },
  'file.refused': {
    status: 422,
    means: 'An uploaded file has a name or a content that is not allowed.',
  },
  'file.infected': { status: 422, means: 'The virus scan found something in an uploaded file. It was not stored.' },
  'file.not-scanned': {
    status: 503,
    means: 'The virus scan does not answer, or takes no file as large as this. Nothing was stored.',
  },
  'file.store-away': {
    status: 503,
    means:
      'The storage of files does not answer as it should. Nothing was stored, and what is there stays. Try again soon.',
  },
  'form.invalid': { status: 422, means: 'Values of a form are missing or wrong. The details name each field.' },
  'form.changed': { status: 409, means: 'The form was changed after it had been opened. Open it again.' },
  'link.over': { status: 410, means: 'The public link has expired, was used, or somebody has ended it.' },
  'link.invalid': { status: 422, means: 'The public link would be good for nothing. The details say why.' },
  'link.too-many': { status: 409, means: 'The workplace has as many public links as it may have.' },
  'draft.too-many': {
    status: 409,
    means: 'The user has as many drafts as one may have. Nothing was saved.',
  },
  'draft.changed': {
    status: 409,
    means:
      'Another window or device has saved the draft since it was read. Nothing was saved; the details say when and as which revision.',
  },
  'design.invalid': {
    status: 422,
    means: 'The design of a form has faults, so it cannot be used. The details name each with its code.',
  },
  'design.changed': {
    status: 409,
    means:
      'Somebody else has saved the design since it was opened. Nothing was saved; the details say who, when and as which version.',
  },
  'design.locked': {
    status: 409,
    means: 'Somebody else is at the design. Nothing was saved; the details say who, and since when.',
  },
  'design.interval-too-long': {
    status: 422,
    means: 'The interval of automatic saves is not shorter than the session by ten seconds.',
  },
  'application.empty': { status: 409, means: 'The application has no process in use that could be deployed.' },
  'application.not-deployed': { status: 409, means: 'The application is not deployed.' },
  'app-process.file-invalid': {
    status: 422,
    means: 'The file is no BPMN file with a process in it. The details name each fault.',
  },
  'global-property.invalid': { status: 422, means: 'The value of a global property is none of its type.' },
  'global-property.too-many': { status: 409, means: 'The workplace has as many global properties as one may have.' },
  'user-property.invalid': {
    status: 422,
    means: 'The settings of a user property contradict each other, or a value does not fit its type.',
  },
  'user-property.value-taken': { status: 409, means: 'Another user has this value of a unique property.' },
  'user-property.has-values': { status: 409, means: 'Users have values of the property, so its type stays.' },
  'user-property.too-many': { status: 409, means: 'The workplace has the maximum number of user properties.' },
  'category.in-use': {
    status: 409,
    means: 'Processes, applications or other categories stand in the category. The sentence says how many.',
  },
  'category.place-invalid': {
    status: 422,
    means: 'The category cannot stand there: it would be within itself, or within more categories than one may be.',
  },
  'category.too-many': { status: 409, means: 'The workplace has as many categories as one may have.' },
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
  'process-test.too-many': { status: 409, means: 'The process has as many test cases as one may have.' },
  'application.key-deployed': {
    status: 409,
    means:
      'Processes or decisions have keys that were last deployed from files, not by an application. Nothing was deployed; the details name each. Somebody who may deploy files deploys the application once, or the keys change.',
  },
  'application.tests-failed': {
    status: 409,
    means:
      'Test cases of processes or samples of decisions failed. Nothing was deployed; the details name each and what is different.',
  },
  'app-decision.file-invalid': {
    status: 422,
    means: 'The file is no DMN file with a decision in it. The details name each fault.',
  },
  'import.file-invalid': {
    status: 422,
    means: 'A file of an import cannot be read, or is none that can become a part of an application.',
  },
  'licence.invalid': {
    status: 422,
    means: 'The licence cannot be read, or its signature is not that of a vendor this installation knows.',
  },
  'licence.expired': {
    status: 409,
    means: 'The licence has expired. What runs goes on; nothing new is created until the licence is renewed.',
  },
  'licence.elsewhere': { status: 422, means: 'The licence is for another installation.' },
  'licence.unknown-vendor': {
    status: 409,
    means: 'This installation knows no vendor of licences: MILLRACE_LICENCE_KEY is not set.',
  },
  'licence.users': { status: 409, means: 'There are as many enabled users as the licence covers.' },
  'licence.not-covered': { status: 409, means: 'The licence does not cover applications with this key.' },
  'licence.applications': { status: 409, means: 'There are as many applications in use as the licence covers.' },
  'package.invalid': {
    status: 422,
    means: 'The file is not a package that can be read, was changed after its export, or is of another version.',
  },
  'package.too-large': { status: 422, means: 'The package would have more items or bytes than one may have.' },
  'package.too-many': { status: 409, means: 'Too many imports wait for decisions. Cancel one first.' },
  'package.undecided': {
    status: 409,
    means: 'The import needs decisions: conflicts, or users and groups to map. The details name each.',
  },
  'package.untrusted': { status: 409, means: 'No administrator trusts the key that the package is signed with yet.' },
  'package.started': { status: 409, means: 'The import has started or ended already.' },
  'package.unfit': {
    status: 409,
    means: 'An item of the package does not fit an item here. The sentence says why; nothing was imported.',
  },
  'package.changed': {
    status: 409,
    means: 'Items of the import were changed since, so it cannot be rolled back. The details name each.',
  },
  'external.in-use': { status: 409, means: 'Something that is in use needs it. The details name each.' },
  'external.invalid': {
    status: 422,
    means: 'A request or a statement cannot be read, or does not fit its connection. The details say why.',
  },
  'external.secret-missing': {
    status: 422,
    means: 'The connection needs a secret, or leads to another place and needs it again.',
  },
  'external.too-many': { status: 409, means: 'The external system has as many of these as one may have.' },
  'look-up.failed': {
    status: 422,
    means:
      'The external system that a field asks gave no answer that can be used. The sentence says what to do; of a form that was sent, the details name each field that could not be checked.',
  },
  'template.invalid': {
    status: 422,
    means:
      'A placeholder of an email template cannot be read, or its mail does not have it or cannot do without it. The details name each.',
  },
  'template.too-many': {
    status: 409,
    means: 'The mail has as many texts in languages of their own as one may have.',
  },
  'template.recipient-unknown': {
    status: 422,
    means: 'A test mail goes to people of the workplace alone, and nobody who may sign in has the address.',
  },
  'template.values-missing': {
    status: 422,
    means:
      'Placeholders of the email template have no value, and it says that no mail is sent then. The details name them.',
  },
  'data-list.invalid': {
    status: 422,
    means: 'Cells of a custom data list do not fit their columns. The details name each; nothing was saved.',
  },
  'data-list.too-large': { status: 422, means: 'A custom data list would have more rows than one may have.' },
  'task.taken': { status: 409, means: 'Someone else has claimed the task.' },
  'task.not-yours': { status: 403, means: 'The task is not assigned to the user.' },
  'task.over': { status: 409, means: 'The task is completed or cancelled already.' },
  'task.not-alike': { status: 409, means: 'The tasks are not of one step, so no one form is for all of them.' },
  'task.changed': { status: 409, means: 'Something has happened to the task since, so nothing was undone.' },
  'batch.empty': { status: 409, means: 'Nothing is left of what was chosen.' },
  'batch.too-large': { status: 422, means: 'More tasks were chosen than the server does something to at once.' },
  'batch.running': { status: 409, means: 'All incidents of the cause are being retried already.' },
  'batch.too-many': { status: 409, means: 'The user has as many batches under way as one may have.' },
  'task.suspended': { status: 409, means: 'The instance or process of the task is suspended.' },
  'process.refused': {
    status: 422,
    means:
      'The process could not go on: an expression or rule in its model failed. Nothing was changed; a running instance has an incident that says so.',
  },
  'budget.exceeded': {
    status: 422,
    means:
      'The call would take more work, time or memory than the server allows, or make more than it allows. The sentence says which budget; nothing was changed.',
  },
  'definition.not-startable': {
    status: 409,
    means: 'The process is suspended, or its model does not let users start it.',
  },
  'instance.over': { status: 409, means: 'The instance has ended already.' },
  'variable.invalid': { status: 422, means: 'The value of a variable does not fit its type. Nothing was written.' },
  'incident.over': { status: 409, means: 'The incident is gone: it was retried, or its instance has ended.' },
  'incident.not-completable': { status: 409, means: 'The incident is not one of a call without an answer.' },
  'incident.not-retryable': { status: 409, means: 'Nothing stands behind the incident that could be tried again.' },
  'external-task.locked': { status: 409, means: 'Another worker has locked the external task, or none has.' },
  'event.unmatched': {
    status: 409,
    means: 'Nothing waits for the message or signal, or several wait where one was expected.',
  },
  'instance.running': { status: 409, means: 'Instances are still running, so what they run by cannot be deleted.' },
  'task.of-process': { status: 409, means: 'The task belongs to a process, which alone can take it away.' },
  'deployment.invalid': {
    status: 422,
    means: 'A file cannot be deployed. The details name each fault with file and element.',
  },
  'deployment.empty': { status: 422, means: 'The deployment has no BPMN or DMN file.' },
  'deployment.in-use': { status: 409, means: 'Instances of the deployment are running.' },
  'binding.invalid': {
    status: 422,
    means: 'The expression or script of a binding cannot be read. The details name each fault.',
  },
  'theme.invalid': {
    status: 422,
    means: 'The variables of a theme hold something that a theme cannot set. The details name each fault.',
  },
  'theme.unknown': { status: 422, means: 'There is no theme with the code.' },
  'theme.too-many': { status: 409, means: 'The workplace has as many themes as one may have.' },
  'binding.too-many': { status: 409, means: 'The workplace has as many bindings as one may have.' },
  'calendar.too-many': { status: 409, means: 'The workplace has as many business calendars as one may have.' },
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
    means: 'The server has more to do than it can at the moment. Try again after the seconds of Retry-After.',
  },
  'server.unavailable': {
    status: 503,
    means: 'The server is starting, stopping or cannot reach its database. Try again soon.',
  },
  internal: { status: 500, means: 'A fault of the program. The request id leads to the log entry.' },
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
