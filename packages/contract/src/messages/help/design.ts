/** Pages of those who design. */
export const design = {
  applications: {
    line: 'Groups of processes and forms that belong together.',
    about: 'Every application with its processes and forms, to create, copy, export, deploy or disable.',
  },
  newApplication: {
    line: 'Give the application a name and a category.',
    about: 'The form that makes a new application.',
  },
  application: {
    line: 'One application with its processes and forms.',
    about: 'The details of one application, its processes and its forms, and who may work on it.',
  },
  copyApplication: {
    line: 'Begin a new application with all that another one has.',
    about: 'The form that copies an application with its processes and forms under another name.',
  },
  importFiles: {
    line: 'Take over processes and forms of other products.',
    about:
      'What becomes of files of Camunda 7, Operaton, Flowable and Activiti, line by line, before they are taken over.',
  },
  designProcesses: {
    line: 'Every process that is being designed, by application.',
    about:
      'The processes of all applications, with their version and whether they are deployed, and the way to the modeller.',
  },
  designDecisions: {
    line: 'Every decision that is being designed, by application.',
    about: 'The decisions of all applications, with their version, and the way to the editor.',
  },
  copyDecisions: {
    line: 'Copy decisions into an application.',
    about: 'A choice of decisions and the application that they are copied to.',
  },
  newDecision: {
    line: 'Give the decision a name and a key, or take it from a DMN file.',
    about: 'The form that makes a new decision in an application, or takes one over from a file.',
  },
  decision: {
    line: 'One decision: what it is called, and its versions.',
    about: 'The details of one decision, its versions, and the way to its tables.',
  },
  decisionEditor: {
    line: 'Write the rules of the decision, and try them with samples.',
    about: 'The tool in which the tables and expressions of a decision are written, checked and tried with samples.',
  },
  copyProcesses: {
    line: 'Copy processes into an application.',
    about: 'A choice of processes and the application that they are copied to.',
  },
  newProcess: {
    line: 'Give the process a name and a key.',
    about: 'The form that makes a new process in an application.',
  },
  process: {
    line: 'One process: details, versions and deployment.',
    about: 'The details of one process, its versions, and the way to its model.',
  },
  newForm: {
    line: 'Give the form a name and a key.',
    about: 'The form that makes a new form in an application.',
  },
  form: {
    line: 'One form: details, tags and history.',
    about: 'The details of one form, its earlier versions, and the way to its design.',
  },
  copyForms: {
    line: 'Copy forms into an application.',
    about: 'A choice of forms and the application that they are copied to.',
  },
  forms: {
    line: 'Every form, by application.',
    about: 'The forms of all applications, to open, copy, disable or restore.',
  },
  formTemplates: {
    line: 'Parts of forms to use again.',
    about: 'Every form template, to create, change, delete and use in the designs of forms.',
  },
  formTemplate: {
    line: 'One form template: name and design.',
    about: 'The details of one form template, and the way to its design.',
  },
  emailTemplates: {
    line: 'Texts of the emails that processes send.',
    about: 'Every email template with its subject and text, to create, copy, change or delete.',
  },
  emailTemplate: {
    line: 'One email template: subject, text and placeholders.',
    about: 'The subject and the text of one email, with the values that are put into it, and a preview.',
  },
  copyEmailTemplate: {
    line: 'Begin a new email template with the text of another.',
    about: 'A copy of an email template, to give another name and change before it is saved.',
  },
  globalProperties: {
    line: 'Values that every process can read.',
    about:
      'Names and values that expressions of all processes can use, such as an address or a limit; a secret one is never shown.',
  },
  dataLists: {
    line: 'Lists of values for the fields of forms.',
    about: 'Every custom data list, to create, change, delete and offer as choices in forms.',
  },
  dataList: {
    line: 'One data list with its entries.',
    about: 'The entries of one custom data list, to add to, change, sort and import.',
  },
  categories: {
    line: 'The tree in which processes are found.',
    about: 'The categories under Home, to create, rename, move or delete, and the processes in each.',
  },
  formDesigner: {
    line: 'Draw the form as users will see it.',
    about: 'The tool in which a form is put together from fields and sections, with a preview of it.',
  },
  formTemplateDesigner: {
    line: 'Draw a part of a form to use again.',
    about: 'The tool in which a form template is put together from fields and sections.',
  },
  modeller: {
    line: 'Draw the process and say what each step does.',
    about: 'The tool in which the diagram of a process is drawn and each step is set up, with a check for faults.',
  },
} as const
