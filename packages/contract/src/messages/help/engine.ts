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
} as const
