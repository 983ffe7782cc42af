/**
 * What an API token may be used for. A token never gives more than its user has: what it may do is what both allow.
 *
 * - `read`: see processes, instances, tasks, decisions and their history
 * - `start`: start processes
 * - `work`: claim and complete tasks, fetch and report external tasks, send messages and signals, evaluate decisions
 * - `deploy`: deploy, and delete what was deployed
 * - `operate`: suspend, retry, change variables, assign, cancel, forget history
 * - `administer`: users, groups, rights, and how the workplace is set up
 */
export const scopes = ['read', 'start', 'work', 'deploy', 'operate', 'administer'] as const

export type Scope = (typeof scopes)[number]

/** What a token has when nobody says: enough for a program that takes part in processes. */
export const defaultScopes: readonly Scope[] = ['read', 'start', 'work']
