/** Pages of those who run processes. */
export const engine = {
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
    line: 'Every deployed process with its newest version.',
    about:
      'Each process with its newest version, its running instances and open incidents of all versions, when it was last deployed, and whether it is suspended.',
  },
  definition: {
    line: 'One version of a process: steps, versions and settings.',
    about:
      'The diagram of one version with what runs, has failed and has ended at each element; its versions, called and calling processes, job definitions, forms and starters. Suspend, activate or delete it, and set its time to live.',
  },
  bindings: {
    line: 'What runs in place of Java classes and beans that models name.',
    about:
      'Models from other products name Java. Here each name is bound to an expression, a script or the topic of an external worker; every model that names it uses that from its next step on.',
  },
  formLinks: {
    line: 'Links by which people without an account start a process.',
    about:
      'Each link opens the start form of one process to whoever has it, until it expires, was used or is ended. They are made on the page of a deployment, and ended here.',
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
    line: 'Open tasks with the filters, columns and order of a custom view.',
    about:
      'The open tasks that a custom view shows. Change filters, columns and order and save them into the view; edit its name in the menu and who finds it, copy it, delete it, or export what it shows.',
  },
  copyTaskView: {
    line: 'Create a custom view of tasks that shows the same as another.',
    about:
      'A copy of a custom view of tasks: give it a name, a name in the menu and the people who find it. Filters, columns and order are those of the original.',
  },
  engineProcesses: {
    line: 'Every running and ended instance.',
    about:
      'The instances of all processes. Filter by any field, by variables and by pasted lists, show variables as columns, save views, and export the list. Ticked instances are suspended, activated, cancelled or tried again.',
  },
  processView: {
    line: 'Instances with the filters, columns and order of a custom view.',
    about:
      'The instances that a custom view shows. Change filters, columns and order and save them into the view; edit its name in the menu and who finds it, copy it, delete it, or export what it shows.',
  },
  copyProcessView: {
    line: 'Create a custom view of instances that shows the same as another.',
    about:
      'A copy of a custom view of instances: give it a name, a name in the menu and the people who find it. Filters, columns and order are those of the original.',
  },
  jobs: {
    line: 'Timers and work that the server does by itself.',
    about:
      'Every job of the engine, those without retries first: what it is for, when it is due, how often it is tried and why it failed. Open one to run or change it.',
  },
  job: {
    line: 'One job: when it is due, its retries and its failure.',
    about:
      'The last failure of a job with its stack trace. Run it now, suspend it, or set its due date, retries and priority. Links lead to its instance and definition.',
  },
  processErrors: {
    line: 'Open incidents of all processes, grouped by cause.',
    about:
      'Each cause with its element, the number of open incidents, when the first and the last one was raised, the deployment since which it occurs, its owner, and whether it is snoozed.',
  },
  processError: {
    line: 'The open incidents of one cause, and who takes care of it.',
    about:
      'The incidents of one cause with instance, message and stack trace. Retry one or all of them, set an owner and a note, or snooze the cause.',
  },
  batches: {
    line: 'What the server does to many instances, jobs and incidents, one after the other.',
    about:
      'Batches that are under way and those that have ended, with their numbers, reason and user. A batch begins in the list of process instances: tick some, or select all that match, and choose what is done to them.',
  },
  batch: {
    line: 'How far it has come, and the result of each item.',
    about:
      'One batch: its progress, what failed and why, and how each instance is now. Pause it, let it go on, cancel it, or try again what failed. Results can be downloaded as CSV.',
  },
} as const
