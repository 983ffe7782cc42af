import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { insertLine } from '../insert-line.ts'

/** Adds pages that are not built yet to a copy of the project: the list of user badges, and the page of one. */
export function addPlaceholder(project: string): void {
  const edit = (path: string, line: string, between: readonly [string, string]) => {
    const file = join(project, path)
    writeFileSync(file, insertLine(readFileSync(file, 'utf8'), { line, between }))
  }
  const entry = (path: string, name: string, more: string) => `  {
    ...users,
    path: '${path}',
    title: 'pages.${name}',
    ${more}
  },`
  edit(
    'apps/web/src/app/routes/administration.ts',
    [
      entry('/usersgroups/userBadges', 'userBadges', "help: 'userBadges',"),
      entry(
        '/usersgroups/userBadges/$badgeId',
        'userBadge',
        "parent: '/usersgroups/userBadges',\n    help: 'userBadge',",
      ),
    ].join('\n'),
    ['export const administrationPages', ']'],
  )
  edit('packages/contract/src/messages/pages.ts', "  userBadges: 'User badges',\n  userBadge: 'User badge',", [
    'export const pages',
    '} as const',
  ])
  edit(
    'packages/contract/src/messages/help.ts',
    "  userBadges: { line: 'The badges of users.', about: 'Who has which badge.' },\n  userBadge: { line: 'A badge of a user.', about: 'Who has this badge.' },",
    ['export const helpTexts', '} as const'],
  )
}
