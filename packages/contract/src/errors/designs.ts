import type { ErrorsOfArea } from './errors-of-area.ts'

/** Errors of applications, and of the forms, drafts and other designs in them. */
export const designsErrors = {
  'form.invalid': { status: 422, means: 'Values of a form are missing or not valid. The details name each field.' },
  'form.changed': { status: 409, means: 'The form was changed after it had been opened. Open it again.' },
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
  'category.in-use': {
    status: 409,
    means: 'The category contains processes, applications or other categories. The message names their numbers.',
  },
  'category.place-invalid': {
    status: 422,
    means: 'The category cannot be moved there: it would be inside itself, or on too deep a level.',
  },
  'category.too-many': { status: 409, means: 'The workplace has the maximum number of categories.' },
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
} as const satisfies ErrorsOfArea
