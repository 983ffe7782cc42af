/** The scopes of API tokens, with their meaning. */
export const scopes = {
  read: 'Read',
  readMeans: 'See processes, instances, tasks, decisions and their history.',
  start: 'Start',
  startMeans: 'Start processes.',
  work: 'Work',
  workMeans: 'Complete tasks, take external tasks, send messages and signals, evaluate decisions.',
  deploy: 'Deploy',
  deployMeans: 'Deploy models, and delete what was deployed.',
  operate: 'Operate',
  operateMeans: 'Suspend, retry, change variables, assign, cancel, forget history.',
  administer: 'Administer',
  administerMeans: 'Change users, groups, rights and the settings of the workplace.',
} as const
