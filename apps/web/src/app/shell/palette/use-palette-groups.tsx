import IconAlertTriangle from 'icon:alert-triangle'
import IconChecklist from 'icon:checklist'
import IconFile from 'icon:file'
import IconHelpCircle from 'icon:help-circle'
import IconHistory from 'icon:history'
import IconKeyboard from 'icon:keyboard'
import IconLogout from 'icon:logout'
import IconMoon from 'icon:moon'
import IconRocket from 'icon:rocket'
import IconSearch from 'icon:search'
import IconStack2 from 'icon:stack-2'
import IconSun from 'icon:sun'
import IconUser from 'icon:user'
import { useMantineColorScheme } from '@mantine/core'
import type { SpotlightActionData, SpotlightActionGroupData } from '@mantine/spotlight'
import { searchLimits } from '@millrace/contract'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Keys } from '../../../components/keys/keys.tsx'
import { paths } from '../../../config/paths.ts'
import { describeError } from '../../../lib/api/describe-error.ts'
import { useFoundPaths } from '../../../lib/found-paths.ts'
import type { Found } from '../../../lib/preferences.ts'
import { useSession } from '../../../lib/session/session.ts'
import { restOfTitle } from '../../../lib/title-rest.ts'
import { goKeys } from '../keys/shortcuts.ts'
import { listOthers, sectionIcons } from '../menu/menu-model.ts'
import { useMenu } from '../menu/use-menu.ts'
import { useRecentlyFound } from './recently-found.ts'
import { useArrivals } from './use-arrivals.tsx'
import { usePaletteSearch } from './use-palette-search.ts'

/**
 * Returns the entries that match the search text, by kind. Without a text these are recently chosen entries, pages and
 * commands.
 */
export function usePaletteGroups(input: { query: string; isOpen: boolean; onHelp: () => void }): {
  groups: SpotlightActionGroupData[]
  isPending: boolean
} {
  const { t } = useTranslation()
  const { found, arrivals, people, processes, isPending, error, retry, allResults } = usePaletteSearch(input)
  const pathOf = useFoundPaths()
  const isWanted = createMatcher(input.query)
  const navigate = useNavigate()
  const go = useGo()
  const { recent, note } = useRecentlyFound()
  const open = (entry: Found) => () => {
    note(entry)
    go(entry.to)()
  }
  const kinds: [string, SpotlightActionData[]][] = [
    [
      t('palette.recent'),
      (input.query === '' ? recent : []).map((entry) => ({
        id: `recent ${entry.to}`,
        label: entry.label,
        description: entry.description,
        leftSection: <IconHistory size={16} stroke={1.6} />,
        onClick: open(entry),
      })),
    ],
    [t('palette.goTo'), useArrivals(arrivals, open)],
    [
      t('palette.pages'),
      // Those whose own name fits come before those whose section does.
      usePageActions(open)
        .filter(({ label, description }) => isWanted(label, description))
        .sort((a, b) => Number(isWanted(b.label)) - Number(isWanted(a.label))),
    ],
    [
      t('palette.processes'),
      processes
        .filter(({ name, key }) => isWanted(name, key))
        .map(({ definitionId, name, category }) => ({
          id: `process ${definitionId}`,
          label: name,
          description: category ?? undefined,
          leftSection: <IconRocket size={16} stroke={1.6} />,
          onClick: open({ label: name, description: category ?? undefined, to: paths.startForm(definitionId) }),
        })),
    ],
    [
      t('palette.tasks'),
      found.tasks.items.map((task) => {
        const { id, name, title, process } = task
        const about = [process, restOfTitle(title ?? '', process ?? '')].filter(Boolean).join(', ')
        return {
          id: `task ${id}`,
          label: name,
          description: about,
          leftSection: <IconChecklist size={16} stroke={1.6} />,
          onClick: open({ label: name, description: about, to: pathOf.task(task) }),
        }
      }),
    ],
    [
      t('palette.instances'),
      found.instances.items.map((instance) => ({
        id: `instance ${instance.id}`,
        label: instance.title,
        description: `${instance.process}, ${t(`status.${instance.state}`)}`,
        leftSection: <IconStack2 size={16} stroke={1.6} />,
        onClick: open({ label: instance.title, description: instance.process, to: pathOf.instance(instance) }),
      })),
    ],
    [
      t('palette.files'),
      found.files.items.map((file) => ({
        id: `file ${file.id}`,
        label: file.name,
        description: file.title,
        leftSection: <IconFile size={16} stroke={1.6} />,
        onClick: open({ label: file.name, description: file.title, to: pathOf.file(file) }),
      })),
    ],
    [
      t('palette.people'),
      people.map(({ id, username, name }) => ({
        id: `person ${id}`,
        label: name,
        description: username,
        leftSection: <IconUser size={16} stroke={1.6} />,
        onClick: open({ label: name, description: username, to: paths.user(id) }),
      })),
    ],
    [
      t('palette.search'),
      [
        ...(error === null
          ? []
          : [
              {
                id: 'again',
                label: t('palette.failed'),
                description: describeError(error).message,
                leftSection: <IconAlertTriangle size={16} stroke={1.6} />,
                closeSpotlightOnTrigger: false,
                onClick: retry,
              },
            ]),
        ...(allResults === null
          ? []
          : [
              {
                id: 'all',
                label: t('palette.all', { words: allResults }),
                leftSection: <IconSearch size={16} stroke={1.6} />,
                onClick: () => void navigate({ to: paths.search, search: { q: allResults } }),
              },
            ]),
      ],
    ],
    [t('palette.commands'), useCommands(input.onHelp).filter(({ label }) => isWanted(label))],
  ]
  return {
    groups: kinds.flatMap(([group, actions]) =>
      // There is room for so many of each without scrolling far.
      actions.length === 0
        ? []
        : [{ group, actions: input.query === '' ? actions : actions.slice(0, searchLimits.size) }],
    ),
    isPending,
  }
}

function usePageActions(open: (entry: Found) => () => void): (SpotlightActionData & { label: string })[] {
  const { t } = useTranslation()
  const others = listOthers(useSession())
  return useMenu().flatMap(({ id, label, to, entries }) => {
    const Icon = sectionIcons[id]
    const section = t(`menu.${label}`)
    const leftSection = <Icon key={id} size={16} stroke={1.6} />
    const own =
      to === undefined
        ? []
        : [{ id: to, label: section, leftSection, ...keysOf(to), onClick: open({ label: section, to }) }]
    const pages = entries
      .filter((entry) => entry.isExternal === undefined)
      .flatMap((entry) => [
        { to: entry.to, label: t(entry.label), about: section },
        ...entry.views.map((view) => ({ to: view.to, label: view.aliasName, about: t(entry.label) })),
      ])
      .concat(
        others
          .filter((page) => page.section === id)
          .map((page) => ({ to: page.path, label: t(page.title), about: section })),
      )
    return [
      ...own,
      ...pages.map((page) => ({
        id: page.to,
        label: page.label,
        description: page.about,
        leftSection,
        ...keysOf(page.to),
        onClick: open({ label: page.label, description: page.about, to: page.to }),
      })),
    ]
  })
}

function keysOf(to: string) {
  const letter = goKeys.find((key) => key.to === to)?.letter
  return letter === undefined ? {} : { rightSection: <Keys keys={['G', letter.toUpperCase()]} /> }
}

function useCommands(onHelp: () => void): (SpotlightActionData & { label: string })[] {
  const { t } = useTranslation()
  const go = useGo()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const isDark = colorScheme === 'dark'
  const SchemeIcon = isDark ? IconSun : IconMoon
  return [
    {
      id: 'profile',
      label: t('shell.profile'),
      leftSection: <IconUser size={16} stroke={1.6} />,
      onClick: go(paths.profile),
    },
    {
      id: 'scheme',
      label: t('shell.colourScheme'),
      description: t(isDark ? 'shell.light' : 'shell.dark'),
      leftSection: <SchemeIcon size={16} stroke={1.6} />,
      onClick: () => setColorScheme(isDark ? 'light' : 'dark'),
    },
    {
      id: 'help',
      label: t('shell.help'),
      leftSection: <IconHelpCircle size={16} stroke={1.6} />,
      onClick: go(paths.helpContents),
    },
    {
      id: 'shortcuts',
      label: t('shell.shortcuts'),
      leftSection: <IconKeyboard size={16} stroke={1.6} />,
      rightSection: <Keys keys={['?']} />,
      onClick: onHelp,
    },
    {
      id: 'logout',
      label: t('shell.logout'),
      leftSection: <IconLogout size={16} stroke={1.6} />,
      onClick: go(paths.logout),
    },
  ]
}

function useGo(): (to: string) => () => void {
  const navigate = useNavigate()
  return (to) => () => void navigate({ to })
}

/** True for what has every word that was typed somewhere in it. */
function createMatcher(query: string): (...texts: (string | null | undefined)[]) => boolean {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  return (...texts) => {
    const text = texts.join(' ').toLowerCase()
    return words.every((word) => text.includes(word))
  }
}
