/** Help texts of pages for designers. */
export const design = {
  applications: {
    line: 'Processes, forms and decisions that are deployed together.',
    about: 'All applications with their processes and forms. Create, copy, export, deploy or disable them.',
  },
  newApplication: {
    line: 'Enter a name and a key, and choose a category.',
    about: 'Create a new application.',
  },
  application: {
    line: 'One application with its processes, forms and decisions.',
    about: 'The details of one application, its processes, forms and decisions, and its versions.',
  },
  copyApplication: {
    line: 'Create an application as a copy of another application.',
    about: 'Copy an application with its processes and forms under another name.',
  },
  importFiles: {
    line: 'Import processes and forms of other products.',
    about:
      'The result for files of Camunda 7, Operaton, Flowable and Activiti, line by line, before they are imported.',
  },
  designProcesses: {
    line: 'The processes of all applications.',
    about: 'The processes of all applications, with their version and deployment. Open the modeller from here.',
  },
  designDecisions: {
    line: 'The decisions of all applications.',
    about: 'The decisions of all applications, with their version. Open the decision editor from here.',
  },
  copyDecisions: {
    line: 'Copy decisions into an application.',
    about: 'Choose decisions, and the application to copy them to.',
  },
  newDecision: {
    line: 'Enter a name and a key, or import a DMN file.',
    about: 'Create a decision in an application, or import a DMN file.',
  },
  decision: {
    line: 'One decision: details and versions.',
    about: 'The details and versions of one decision. Open its tables from here.',
  },
  decisionEditor: {
    line: 'Edit the rules of the decision, and try them with samples.',
    about: 'Edit the tables and expressions of a decision, check them, and try them with samples.',
  },
  copyProcesses: {
    line: 'Copy processes into an application.',
    about: 'Choose processes, and the application to copy them to.',
  },
  newProcess: {
    line: 'Enter a name and a key, or import a BPMN file.',
    about: 'Create a process in an application, or import a BPMN file.',
  },
  process: {
    line: 'One process: details, versions and deployment.',
    about: 'The details and versions of one process. Open its diagram from here.',
  },
  newForm: {
    line: 'Enter a name and a key.',
    about: 'Create a form in an application.',
  },
  form: {
    line: 'One form: details, tags and history.',
    about: 'The details and earlier versions of one form. Open its design from here.',
  },
  copyForms: {
    line: 'Copy forms into an application.',
    about: 'Choose forms, and the application to copy them to.',
  },
  forms: {
    line: 'The forms of all applications.',
    about: 'The forms of all applications. Open, copy, disable or restore them.',
  },
  formTemplates: {
    line: 'Parts of forms that other forms can copy.',
    about: 'All form templates. Create, change or disable them, and copy them into the designs of forms.',
  },
  formTemplate: {
    line: 'One form template: name and design.',
    about: 'The details of one form template. Open its design from here.',
  },
  emailTemplates: {
    line: 'Texts of the emails that processes send.',
    about: 'All email templates with their subject and text. Create, copy, change or disable them.',
  },
  emailTemplate: {
    line: 'One email template: subject, text and placeholders.',
    about: 'The subject and text of one email, its placeholders for values of the process, and a preview.',
  },
  copyEmailTemplate: {
    line: 'Create an email template as a copy of another template.',
    about: 'Copy an email template. Enter another name and change it before you save it.',
  },
  globalProperties: {
    line: 'Values that every process can read.',
    about:
      'Names and values that expressions of all processes can use, for example an address or a limit. Secret values are never shown.',
  },
  dataLists: {
    line: 'Lists of values for the fields of forms.',
    about: 'All custom data lists. Create, change or disable them, and offer their rows as choices in forms.',
  },
  dataList: {
    line: 'One data list with its rows.',
    about: 'The rows of one custom data list. Add, change, sort and import them.',
  },
  categories: {
    line: 'The tree in which users find processes.',
    about: 'The categories below Home and the processes in them. Create, rename, move or delete categories.',
  },
  formDesigner: {
    line: 'Design a form.',
    about: 'Build a form from fields and sections, with a preview.',
  },
  formTemplateDesigner: {
    line: 'Design a part of a form that other forms can copy.',
    about: 'Build a form template from fields and sections.',
  },
  modeller: {
    line: 'Draw the process and set up each step.',
    about: 'Draw the diagram of a process, set the properties of each step, and check it for errors.',
  },
} as const
