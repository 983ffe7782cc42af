import { Menu, useMantineColorScheme } from '@mantine/core'
import {
  IconChevronDown,
  IconHelpCircle,
  IconInfoCircle,
  IconLayoutDashboard,
  IconLogout,
  IconShieldLock,
  IconUser,
} from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from '../../components/link/link.tsx'
import { Avatar } from '../../components/person/person.tsx'
import { paths } from '../../config/paths.ts'
import { loadChunk } from '../../lib/load-chunk.ts'
import { type Preferences, usePreference } from '../../lib/preferences.ts'
import { useSession } from '../../lib/session/session.ts'
import { useDisplayName } from '../../lib/session/use-display-name.ts'
import classes from './profile-menu.module.css'

const AboutDialog = lazy(() => loadChunk(() => import('./about-dialog.tsx')))

const schemes = ['light', 'dark', 'auto'] as const
const schemeLabels = { light: 'shell.light', dark: 'shell.dark', auto: 'shell.system' } as const
const densities = ['compact', 'default', 'relaxed'] as const satisfies readonly Preferences['density'][]
const densityLabels = {
  compact: 'common.densityCompact',
  default: 'common.densityDefault',
  relaxed: 'common.densityRelaxed',
} as const

/** The account: who is signed in, and what belongs to them. `compact` shows the picture alone. */
export function ProfileMenu({ compact = false }: { compact?: boolean }) {
  const { t } = useTranslation()
  const session = useSession()
  const name = useDisplayName()
  const [isAboutOpen, setAboutOpen] = useState(false)
  return (
    <>
      <Menu width={230}>
        <Menu.Target>
          <button
            type="button"
            className={classes.button}
            aria-label={compact ? t('shell.profileMenu', { name }) : undefined}
          >
            <Avatar name={name} size={26} />
            {compact ? null : <span className={classes.name}>{name}</span>}
            {compact ? null : <IconChevronDown size={15} stroke={1.6} aria-hidden />}
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<IconUser size={16} stroke={1.6} />}
            renderRoot={(root: object) => <Link {...root} to={paths.profile} />}
          >
            {t('shell.profile')}
          </Menu.Item>
          {session.helpUrl === null ? null : (
            <Menu.Item
              leftSection={<IconHelpCircle size={16} stroke={1.6} />}
              component="a"
              href={session.helpUrl}
              target="_blank"
              rel="noopener noreferrer"
            >
              {t('shell.help')}
            </Menu.Item>
          )}
          {session.privacyPolicy === null ? null : (
            <Menu.Item
              leftSection={<IconShieldLock size={16} stroke={1.6} />}
              component="a"
              href={session.privacyPolicy.url}
              target="_blank"
              rel="noopener noreferrer"
            >
              {session.privacyPolicy.name}
            </Menu.Item>
          )}
          <Menu.Item leftSection={<IconInfoCircle size={16} stroke={1.6} />} onClick={() => setAboutOpen(true)}>
            {t('shell.about')}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconLayoutDashboard size={16} stroke={1.6} />}
            renderRoot={(root: object) => <Link {...root} to={paths.dashboard} />}
          >
            {t('shell.dashboard')}
          </Menu.Item>
          <Menu.Divider />
          <SchemeItems />
          <Menu.Divider />
          <DensityItems />
          <Menu.Divider />
          <Menu.Item
            leftSection={<IconLogout size={16} stroke={1.6} />}
            renderRoot={(root: object) => <Link {...root} to={paths.logout} />}
          >
            {t('shell.logout')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isAboutOpen ? (
        <Suspense>
          <AboutDialog onClose={() => setAboutOpen(false)} />
        </Suspense>
      ) : null}
    </>
  )
}

function SchemeItems() {
  const { t } = useTranslation()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <>
      <Menu.Label>{t('shell.colourScheme')}</Menu.Label>
      <Menu.RadioGroup
        value={colorScheme}
        onChange={(value) => setColorScheme(schemes.find((scheme) => scheme === value) ?? 'auto')}
      >
        {schemes.map((scheme) => (
          <Menu.RadioItem key={scheme} value={scheme}>
            {t(schemeLabels[scheme])}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </>
  )
}

function DensityItems() {
  const { t } = useTranslation()
  const [density, setDensity] = usePreference('density')
  return (
    <>
      <Menu.Label>{t('common.density')}</Menu.Label>
      <Menu.RadioGroup
        value={density}
        onChange={(value) => setDensity(densities.find((choice) => choice === value) ?? 'default')}
      >
        {densities.map((choice) => (
          <Menu.RadioItem key={choice} value={choice}>
            {t(densityLabels[choice])}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </>
  )
}
