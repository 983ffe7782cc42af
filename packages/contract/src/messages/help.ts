/**
 * What each page is for, by page of the guide: `line` stands under the title of the page, `about` says what is on it and
 * what can be done there. Loaded with the pages that show it, not with the program.
 */
export const helpTexts = {
  startProcess: {
    line: 'Choose a process to start. Nothing is sent until you submit its first form.',
    about:
      'Every process that you may start, by category, with search, favourites and the ones you started last. Open one to fill in its first form.',
  },
  startForm: {
    line: 'Nothing is sent until you start the process.',
    about: 'The first form of a process, and its diagram. Sending the form starts the process.',
  },
  startedByMe: {
    line: 'Processes that you have started, running and ended.',
    about: 'Every instance that you started, with its state, where it waits and when it began and ended.',
  },
  instance: {
    line: 'Where the process is, what was done, and with which data.',
    about:
      'The diagram with the steps that are done and those that are active, the history, the variables and the incidents of one instance.',
  },
  processesInvolved: {
    line: 'Processes in which you had a task or a part.',
    about:
      'Every instance that you started or worked on, whether it runs or has ended, with the way to its diagram and history.',
  },
  processDrafts: {
    line: 'Start forms that you have begun and not sent.',
    about: 'Start forms that you saved as a draft, to go on with, start or delete.',
  },
  assigned: {
    line: 'Tasks that only you can complete.',
    about: 'The tasks that are yours, by due date, with their forms. Open one to fill in its form and complete it.',
  },
  unclaimed: {
    line: 'Tasks of your groups that nobody has claimed yet.',
    about: 'The tasks that you may take. Claim one and it is yours until you complete or release it.',
  },
  viewTask: {
    line: 'Fill in the form and complete the task.',
    about:
      'The form of one task with its facts, its diagram and its history. What you enter is sent when you complete the task.',
  },
  tasksInvolved: {
    line: 'Tasks that you own, have worked on or have passed on.',
    about: 'Every task that you had a part in, open or completed, with who has it now.',
  },
  taskDrafts: {
    line: 'Task forms that you have begun and not completed.',
    about: 'Forms of tasks that you saved as a draft, to go on with, complete or delete.',
  },
  userDashboard: {
    line: 'Your tasks and processes in numbers.',
    about:
      'How many tasks wait for you, which are late or due today, and how the processes that you started are getting on.',
  },
  profile: {
    line: 'Your details, theme, language, password and sessions.',
    about:
      'Your own details and settings, the sessions that are signed in with your account, and tokens for programs that call in your name.',
  },
  deployments: {
    line: 'Files that were deployed together, with the processes they define.',
    about:
      'Every deployment with its files, processes and decisions. Deploy BPMN and DMN files here, or delete a deployment.',
  },
  deployment: {
    line: 'The files of one deployment and what they define.',
    about: 'The processes and decisions of one deployment, with their diagrams and files.',
  },
  definitions: {
    line: 'Deployed processes and decisions, by version.',
    about:
      'Every deployed process with its versions, how many instances run on each, the way to its model, and a button to suspend it.',
  },
  definition: {
    line: 'One version of a process: model, instances and settings.',
    about: 'The diagram of one version, its running instances by step, its starters, and what can be done with it.',
  },
  bindings: {
    line: 'What runs in place of Java classes and beans that models name.',
    about:
      'Models from other products name Java. Here each name is bound to an expression, a script or the topic of an external worker; every model that names it uses that from its next step on.',
  },
  engineTasks: {
    line: 'Every open task of every process.',
    about:
      'The tasks of all users, with filters and custom views, to look at, assign to somebody else or change the due date of.',
  },
  engineTask: {
    line: 'One task with its data, history and candidates.',
    about: 'Everything that is known of one task: its assignee and candidates, its variables, and what happened to it.',
  },
  taskView: {
    line: 'A list of tasks with filters and columns of your own.',
    about: 'The settings of one custom view of tasks: its name in the menu, its filters and its columns.',
  },
  copyTaskView: {
    line: 'Begin a new custom view with the settings of another.',
    about: 'A copy of a custom view of tasks, to give another name and change before it is saved.',
  },
  engineProcesses: {
    line: 'Every running and ended instance.',
    about:
      'The instances of all processes, with filters and custom views, to look into, suspend, move, migrate or cancel.',
  },
  processView: {
    line: 'A list of instances with filters and columns of your own.',
    about: 'The settings of one custom view of instances: its name in the menu, its filters and its columns.',
  },
  copyProcessView: {
    line: 'Begin a new custom view with the settings of another.',
    about: 'A copy of a custom view of instances, to give another name and change before it is saved.',
  },
  jobs: {
    line: 'Timers and work that the server does by itself.',
    about:
      'Every job that waits, runs or has failed, with when it is due and why it failed, to run now or to give new tries.',
  },
  job: {
    line: 'One job: when it is due, its tries and its failure.',
    about: 'Everything that is known of one job, with the full text of its failure and what can be done about it.',
  },
  processErrors: {
    line: 'Instances that cannot go on until somebody acts.',
    about: 'Every incident with its instance, step and cause, and a button that lets the step try again.',
  },
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
  designProcesses: {
    line: 'Every process that is being designed, by application.',
    about:
      'The processes of all applications, with their version and whether they are deployed, and the way to the modeller.',
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
    about: 'Names and values that expressions of all processes can use, such as an address or a limit.',
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
  externalSystems: {
    line: 'Systems that processes read from and write to.',
    about: 'Every external system with its connections and APIs, and whether it answers.',
  },
  newExternalSystem: {
    line: 'Name the system and choose how it is reached.',
    about: 'The steps that set up a new external system with its first connection.',
  },
  externalSystem: {
    line: 'One external system with its connections and APIs.',
    about: 'The details of one external system, its connections, and the APIs that processes can call.',
  },
  newApi: {
    line: 'Name the API and choose what it offers.',
    about: 'The form that makes a new API of an external system.',
  },
  api: {
    line: 'One API with its adapters.',
    about: 'The details of one API of an external system, and the adapters that processes can call.',
  },
  fileAdapter: {
    line: 'Reads or writes files of one kind.',
    about: 'The settings of one adapter that reads or writes files: folder, name and content.',
  },
  fileConnection: {
    line: 'Where files are read and written.',
    about: 'The settings of one connection to a file store, with a test of it.',
  },
  restConnection: {
    line: 'Where a REST service is, and how to sign in to it.',
    about: 'The address and the sign-in of one REST service, with a test of it.',
  },
  databaseConnection: {
    line: 'Where a database is, and how to sign in to it.',
    about: 'The address and the sign-in of one database, with a test of it.',
  },
  sqlAdapter: {
    line: 'One statement that processes can run.',
    about: 'One SQL statement with its parameters and results, with a test of it.',
  },
  restAdapter: {
    line: 'One request that processes can send.',
    about: 'One request to a REST service with its parameters and results, with a test of it.',
  },
  users: {
    line: 'Who may sign in, and what they may do.',
    about: 'Every user with roles and groups, to create, disable, restore or unlock.',
  },
  user: {
    line: 'One user: details, roles and groups.',
    about: 'The details of one user, with roles, groups and properties.',
  },
  userImport: {
    line: 'Add many users from a file.',
    about: 'The steps that read users from a file, show what will be made of it, and add them.',
  },
  userProperties: {
    line: 'Details that users have beyond the usual ones.',
    about: 'The properties that each user has a value for, such as a cost centre, for processes to use.',
  },
  userProperty: {
    line: 'One user property: name and kind of value.',
    about: 'The details of one user property, and the values that users have for it.',
  },
  groups: {
    line: 'Users who share tasks and rights.',
    about: 'Every group with its members and the key by which processes offer it tasks.',
  },
  group: {
    line: 'One group with its members.',
    about: 'The details and members of one group.',
  },
  hierarchies: {
    line: 'Who reports to whom.',
    about: 'Every hierarchy of users, for processes that ask a superior.',
  },
  hierarchy: {
    line: 'One hierarchy with its levels.',
    about: 'The levels of one hierarchy and who stands on each.',
  },
  roles: {
    line: 'What each role opens.',
    about: 'Every role with the users who have it, and the areas that it opens.',
  },
  role: {
    line: 'One role with its users.',
    about: 'The details of one role and the users who have it.',
  },
  adminDashboard: {
    line: 'The whole workplace in numbers.',
    about: 'Instances, tasks, incidents and jobs in numbers and over time, each with the way to its list.',
  },
  importExport: {
    line: 'Take designs from one workplace to another.',
    about: 'The choice of applications, forms and lists to write into a file, and the import of such a file.',
  },
  systemTemplates: {
    line: 'Texts of the emails that the product sends by itself.',
    about: 'The email templates of the product, such as those for a new password, to change or to set back.',
  },
  audit: {
    line: 'Who changed what, and when.',
    about: 'Every change of designs, users and settings with who made it, to look into and compare.',
  },
  revision: {
    line: 'All that was changed together.',
    about: 'The things that one revision changed, with their values before and after.',
  },
  entityHistory: {
    line: 'Every revision of one thing.',
    about: 'The revisions of one thing in the order of time, with what each one changed.',
  },
  settings: {
    line: 'Session, sign-in, mail and other settings of this workplace.',
    about: 'Everything that can be set for this workplace, with what each setting does.',
  },
  themes: {
    line: 'How this workplace looks: colours, logo and layout.',
    about: 'The themes of this workplace, to make and change with a preview, and its name, logo and layout.',
  },
  licence: {
    line: 'What this installation is licensed for.',
    about: 'The number of the licence, what it allows and until when, and the field for a new one.',
  },
  standaloneProcess: {
    line: 'Fill in the form to start the process.',
    about: 'The start form of one process on a page of its own, for links in mails and on other sites.',
  },
  standaloneTask: {
    line: 'Fill in the form and complete the task.',
    about: 'The form of one task on a page of its own, for links in mails and on other sites.',
  },
  standaloneSuccess: {
    line: 'What you entered has arrived.',
    about: 'The page that says so after a form on a page of its own was sent.',
  },
} as const

export type HelpPage = keyof typeof helpTexts

/** Words around the texts above. */
export const helpWords = {
  guide: 'Guide',
  laterTitle: 'This page comes with a later version',
  readHelp: 'Help on this page',
  openTask: 'Open the task',
  guideLine: 'How things are done, and what each page is for.',
  noPageTitle: 'None of your roles opens a page',
  noPageText: 'An administrator can give you one that does. Programs that sign in as you may work nevertheless.',
  allPages: 'All pages',
  otherPages: 'Other pages',
  pageWithHelp: '{{page}}: help',
  whoTitle: 'Who may open it',
  whoAnyone: 'Everybody who has the link.',
  whoRoles: 'Users with the role {{roles}}.',
  whereTitle: 'Where it is',
  openPage: 'Open {{page}}',
  notBuilt: 'The page itself comes with a later version.',
  unknownTitle: 'There is no help page “{{name}}”',
  unknownText: 'It may have moved. The list of all pages leads on.',
  shortcuts: 'Keyboard',
  shortcutsText: 'Press ? on any page to see its keys.',
  search: 'Search the guide',
  found_zero: 'No section has these words',
  found_one: '{{count}} section has these words',
  found_other: '{{count}} sections have these words',
  section: '{{chapter}}: {{title}}',
  more: 'More in the guide: {{title}}',
  before: 'Before: {{title}}',
  after: 'Next: {{title}}',
  parts: {
    work: 'Work',
    operate: 'Run processes',
    administer: 'Run the product',
    reference: 'Reference',
  },
} as const
