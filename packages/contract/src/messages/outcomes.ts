/**
 * Texts about the result of a change, loaded with their pages: the kinds of text that the error catalogue of the
 * specification (section 8) names without their wording.
 */
export const outcomes = {
  duplicate: {
    applicationName: 'An application has this name already',
    applicationKey: 'An application has this key already',
    decisionName: 'A decision has this name already',
    decisionKey: 'A decision has this key already',
    processName: 'A process has this name already',
    processKey: 'A process has this key already',
    formName: 'A form has this name already',
    formKey: 'A form has this key already',
    formTemplate: 'A form template has this name already',
    dataList: 'A custom data list has this name already',
    dataListKey: 'A custom data list has this key already',
    emailTemplate: 'An email template has this name already',
    username: 'A user has this user name already',
    userEmail: 'A user has this email address already',
    group: 'A group has this name already',
    category: 'A category has this name already',
    globalPropertyKey: 'A global property has this key already',
    adapter: 'An adapter has this name already',
    adapterKey: 'An adapter has this key already',
    externalSystem: 'An external system has this name already',
    externalApi: 'An API has this name already',
    connection: 'A connection has this name already',
  },
  field: {
    required: '{{field}} is required',
    invalid: '{{field}} is not valid',
    tooLong: '{{field}} has more than {{max}} characters',
    tooShort: '{{field}} has fewer than {{min}} characters',
  },
  file: {
    infected: 'The virus scan found a threat in {{name}}',
    notScanned: '{{name}} could not be scanned for viruses',
    invalid: '{{name}} is not a valid file',
  },
  deployment: {
    done: '{{name}} deployed',
    undone: '{{name}} undeployed',
    failed: '{{name}} was not deployed',
    undoFailed: '{{name}} was not undeployed',
  },
  licence: {
    saved: 'Licence saved',
    invalid: 'The licence number is not valid',
    expired: 'The licence has expired',
    tooManyApplications: 'The licence covers {{max}} applications',
  },
  task: {
    claimed: 'Task claimed',
    unclaimed: 'Task unclaimed',
    delegated: 'Task delegated to {{user}}',
    resolved: 'Task resolved',
    reassigned: 'Task reassigned to {{user}}',
    completed: 'Task completed',
  },
  draft: {
    saved: 'Draft saved',
    saveFailed: 'The draft was not saved',
    deleted: 'Draft deleted',
    deleteFailed: 'The draft was not deleted',
  },
  categoryInUse: 'The category is in use',
  connection: { works: 'The connection works', fails: 'The connection does not work' },
} as const
