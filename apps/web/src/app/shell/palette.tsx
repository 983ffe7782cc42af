import '@mantine/spotlight/styles.layer.css'
import { useMantineColorScheme } from '@mantine/core'
import { createSpotlight, Spotlight, type SpotlightActionGroupData } from '@mantine/spotlight'
import { IconLogout, IconMoon, IconSearch, IconSun } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../config/paths.ts'
import { useSession } from '../../lib/session/session.ts'
import { buildMenu, sectionIcons } from './menu-model.ts'
import { setPaletteOpen, usePaletteOpen } from './palette-store.ts'

const [store, spotlight] = createSpotlight()

/** Every page that the user may open, and a few commands, found by typing. */
export default function Palette() {
  const { t } = useTranslation()
  const isOpen = usePaletteOpen()
  const actions = useActions()
  useEffect(() => {
    if (isOpen) spotlight.open()
  }, [isOpen])
  return (
    <Spotlight
      store={store}
      shortcut={null}
      actions={actions}
      limit={12}
      highlightQuery
      zIndex="var(--app-z-dialog)"
      nothingFound={t('shell.nothingFound')}
      onSpotlightClose={() => setPaletteOpen(false)}
      searchProps={{
        'aria-label': t('shell.searchPages'),
        placeholder: t('shell.searchPages'),
        leftSection: <IconSearch size={17} stroke={1.6} />,
      }}
    />
  )
}

function useActions(): SpotlightActionGroupData[] {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const menu = buildMenu(useSession())
  const pages = menu.flatMap(({ id, label, to, entries }) => {
    const Icon = sectionIcons[id]
    const section = t(`menu.${label}`)
    const leftSection = <Icon size={16} stroke={1.6} />
    if (to !== undefined) return [{ id: to, label: section, leftSection, onClick: () => void navigate({ to }) }]
    return entries
      .filter((entry) => entry.isExternal === undefined)
      .map((entry) => ({
        id: entry.to,
        label: t(`menu.${entry.label}`),
        description: section,
        leftSection,
        onClick: () => void navigate({ to: entry.to }),
      }))
  })
  const isDark = colorScheme === 'dark'
  const SchemeIcon = isDark ? IconSun : IconMoon
  const commands = [
    {
      id: 'scheme',
      label: t('shell.colourScheme'),
      description: t(isDark ? 'shell.light' : 'shell.dark'),
      leftSection: <SchemeIcon size={16} stroke={1.6} />,
      onClick: () => setColorScheme(isDark ? 'light' : 'dark'),
    },
    {
      id: 'logout',
      label: t('shell.logout'),
      leftSection: <IconLogout size={16} stroke={1.6} />,
      onClick: () => void navigate({ to: paths.logout }),
    },
  ]
  return [
    { group: t('shell.pages'), actions: pages },
    { group: t('shell.commands'), actions: commands },
  ]
}
