import type { Role } from '@millrace/contract'

/** The password of all demo users. The README publishes it, so samples are only for trying out. */
export const demoPassword = 'millrace-demo'

/** The creator of sample rows, by which they are found again. */
export const madeBy = 'samples'

export interface DemoUser {
  readonly username: string
  readonly firstName: string
  readonly lastName: string
  readonly roles: readonly Role[]
  /** Keys of `demoGroups`. */
  readonly groups: readonly string[]
  /** The name of the user who is the manager of this one; null for none. */
  readonly manager: string | null
}

export const demoGroups = [
  { key: 'line-managers', name: 'Line managers', description: 'Approve requests of their teams.' },
  { key: 'finance', name: 'Finance', description: 'Approves expensive requests.' },
] as const

const people = ['RoleUser'] as const

/** The demo users: one for each role, and three for the purchase request. */
export const demoUsers: readonly DemoUser[] = [
  { ...named('rosa', 'Rosa', 'Keller'), roles: people, groups: [], manager: 'martin' },
  { ...named('martin', 'Martin', 'Oduya'), roles: people, groups: ['line-managers'], manager: 'adam' },
  { ...named('fiona', 'Fiona', 'Lindqvist'), roles: people, groups: ['finance'], manager: 'adam' },
  { ...named('petra', 'Petra', 'Novak'), roles: [...people, 'RoleProcessAdmin'], groups: [], manager: 'adam' },
  { ...named('dario', 'Dario', 'Costa'), roles: [...people, 'RoleDesign'], groups: [], manager: 'martin' },
  {
    ...named('ines', 'Ines', 'Duarte'),
    roles: [...people, 'RoleIntegration', 'RoleFullAPI'],
    groups: [],
    manager: 'martin',
  },
  { ...named('ulla', 'Ulla', 'Berg'), roles: [...people, 'RoleUserAdmin'], groups: [], manager: 'adam' },
  { ...named('adam', 'Adam', 'Reyes'), roles: [...people, 'RoleAdmin'], groups: [], manager: null },
]

function named(username: string, firstName: string, lastName: string) {
  return { username, firstName, lastName }
}
