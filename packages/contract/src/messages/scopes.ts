/** The scopes of API tokens, with their meaning. */
export const scopes = {
  read: 'Read',
  readMeans: 'View processes, instances, tasks, decisions and their history.',
  start: 'Start',
  startMeans: 'Start processes.',
  work: 'Work',
  workMeans: 'Complete tasks, process external tasks, send messages and signals, evaluate decisions.',
  deploy: 'Deploy',
  deployMeans: 'Deploy models, and delete deployments.',
  operate: 'Operate',
  operateMeans: 'Suspend, retry and cancel instances, change variables, assign tasks, delete history.',
  administer: 'Administer',
  administerMeans: 'Change users, groups, permissions and the settings of the workplace.',
  provision: 'Provision',
  provisionMeans: 'Create, change and disable users and groups by SCIM 2.0. For identity providers.',
} as const
