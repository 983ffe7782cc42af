/**
 * The scopes of API tokens. A token permits what both its scopes and the user's permissions allow.
 * - `read`: read processes, instances, tasks, decisions and their history
 * - `start`: start processes
 * - `work`: claim and complete tasks, fetch and report external tasks, send messages and signals, evaluate decisions
 * - `deploy`: deploy, and delete deployments
 * - `operate`: suspend, retry, change variables, assign, cancel, delete history
 * - `administer`: users, groups, permissions, and settings of the workplace
 * - `provision`: users and groups by SCIM 2.0 at `/scim/v2`, and nothing elsewhere
 */
export const scopes = ['read', 'start', 'work', 'deploy', 'operate', 'administer', 'provision'] as const

export type Scope = (typeof scopes)[number]

/** The default scopes of a token: enough for a client that takes part in processes. */
export const defaultScopes: readonly Scope[] = ['read', 'start', 'work']
