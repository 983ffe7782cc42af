import { createHash } from 'node:crypto'

/** The prefix of all signals about objects that browsers watch. */
export const livePrefix = 'live/'

/**
 * The number of users per commit that are notified separately; with more, everybody in the workplace, or everybody who
 * watches the root, is notified.
 */
const most = 200

/** The topics of signals, after `livePrefix`: they name whom a change concerns, never its content. */
export const topics = {
  /** `u:USER` or `g:GROUP`: candidates of tasks; `s:USER`: the starter of an instance; `n:USER`: a notified user. */
  person: (workplaceId: string, who: string) => `${workplaceId}/${short(who)}`,
  everybody: (workplaceId: string) => `${workplaceId}/all`,
  task: (workplaceId: string, id: string) => `${workplaceId}/t:${id}`,
  /** Many tasks of a root at once, or its variables. */
  tasksOf: (workplaceId: string, rootId: string) => `${workplaceId}/m:${rootId}`,
  root: (workplaceId: string, id: string) => `${workplaceId}/r:${id}`,
  /** Somebody has changed what may be in menus. */
  menus: (workplaceId: string) => `${workplaceId}/menus`,
  /** Settings of the workplace, and of the installation. */
  settings: (workplaceId: string) => `${workplaceId}/settings`,
  installation: 'installation',
  /** Sessions of the workplace have ended: sent by the statement that ends them. */
  sessions: (workplaceId: string) => `${workplaceId}/sessions`,
}

interface Changed {
  readonly workplaceId: string
  readonly roots: ReadonlySet<string>
  readonly tasks: ReadonlySet<string>
  /** Roots with changed variables, which concern each of their open tasks. */
  readonly variablesOf?: ReadonlySet<string>
  readonly people: ReadonlySet<string>
}

/** Returns the signals of a commit. */
export function topicsOf({ workplaceId, roots, tasks, variablesOf = new Set(), people }: Changed): string[] {
  const found = [...roots].map((id) => topics.root(workplaceId, id))
  if (people.size > most) found.push(topics.everybody(workplaceId))
  else for (const who of people) found.push(topics.person(workplaceId, who))
  const asWholes = tasks.size > most ? roots.union(variablesOf) : variablesOf
  for (const id of asWholes) found.push(topics.tasksOf(workplaceId, id))
  if (tasks.size <= most) for (const id of tasks) found.push(topics.task(workplaceId, id))
  return found.map((topic) => livePrefix + topic)
}

/** Models may name anything as a group: what is long, or has more than one line, goes by its hash. */
function short(who: string): string {
  if (who.length <= 100 && !who.includes('\n')) return who
  return `${who.slice(0, 2)}#${createHash('sha256').update(who).digest('base64url')}`
}
