/** The object that a command names. The locking statement finds its root. */
export interface Target {
  readonly by: keyof typeof targets
  readonly id: string
}

/** The kinds of objects that many commands of one transaction may name. */
export type ManyTarget = keyof typeof tables

export const tables = {
  instance: 'instance',
  job: 'job',
  subscription: 'subscription',
  externalTask: 'external_task',
  incident: 'incident',
} as const

const targets = {
  root: { root: '$2::uuid', element: 'null::uuid', source: '(select $2::uuid as root_id) r', isOfProcess: false },
  instance: { ...targetIn('instance', 'caller_element_id'), isOfProcess: true },
  task: targetIn('task', 'element_id'),
  job: targetIn('job', 'element_id'),
  subscription: targetIn('subscription', 'element_id'),
  externalTask: targetIn('external_task', 'element_id'),
  incident: targetIn('incident', 'element_id'),
  element: targetIn('element', 'id'),
}

/** How the root, and the element concerned, are found from the row of a table. */
function targetIn(table: string, element: string) {
  const where = 'where workplace_id = $1 and id = $2'
  return {
    root: `select root_id from ${table} ${where}`,
    element: `select ${element} from ${table} ${where}`,
    source: `(select root_id from ${table} ${where}) r`,
    isOfProcess: false,
  }
}

/** Creates an object with a text for each kind of target. */
export function mapTargets(text: (target: (typeof targets)[Target['by']]) => string): Record<Target['by'], string> {
  return Object.fromEntries(Object.entries(targets).map(([by, target]) => [by, text(target)])) as Record<
    Target['by'],
    string
  >
}
