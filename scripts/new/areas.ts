import { GeneratorFailure } from './change.ts'
import { articleOf, type Names, pluralOf } from './names.ts'

/** The areas of the product: the roles that manage their records, and the location of their pages. */
export const areas = {
  work: { role: 'RoleUser', actor: 'user', section: 'null', prefix: '', guide: 'work' },
  design: { role: 'RoleDesign', actor: 'designer', section: "'design'", prefix: '/design', guide: 'design' },
  administration: {
    role: 'RoleAdmin',
    actor: 'administrator',
    section: "'admin'",
    prefix: '/admin',
    guide: 'administer',
  },
  users: { role: 'RoleUserAdmin', actor: 'keeper', section: "'users'", prefix: '/usersgroups', guide: 'administer' },
  integrate: {
    role: 'RoleIntegration',
    actor: 'integrator',
    section: "'integrate'",
    prefix: '/integrate',
    guide: 'design',
  },
  engine: {
    role: 'RoleProcessAdmin',
    actor: 'processAdministrator',
    section: "'engine'",
    prefix: '/processengine',
    guide: 'operate',
  },
} as const

export type Area = keyof typeof areas

/** Returns the values for the templates of a record, in addition to its names. */
export function valuesOf(names: Names, area: Area) {
  const { role, actor, section, prefix } = areas[area]
  const { kebab, camel, pascal, words, title } = names
  const one = `${articleOf(words)} ${words}`
  // Ordinary users are four of the actors.
  const allowed = actor === 'user' ? "user', 'assignee', 'candidate', 'starter" : actor
  return {
    ...names,
    kebabs: pluralOf(kebab),
    camels: pluralOf(camel),
    pascals: pluralOf(pascal),
    wordss: pluralOf(words),
    titles: pluralOf(title),
    one,
    One: one.charAt(0).toUpperCase() + one.slice(1),
    role,
    otherRole: role === 'RoleDesign' ? 'RoleIntegration' : 'RoleDesign',
    actor: allowed,
    section,
    path: `${prefix}/${pluralOf(kebab)}`,
  }
}

/** Returns the area with a name. @throws GeneratorFailure when it does not exist. */
export function readArea(word: string | undefined): Area {
  if (word !== undefined && Object.hasOwn(areas, word)) return word as Area
  throw new GeneratorFailure(`Expected --area ${Object.keys(areas).join(', ')}, but it is “${word ?? ''}”.`)
}
